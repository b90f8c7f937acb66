import { type Command, InvalidArgumentError, Option } from 'commander';
import { ImportError } from '#src/api-host/admin/import-error.ts';
import {
  maxChanges,
  type StageChange,
  StageError,
  type StageProblem,
  type StageResult,
  setStages,
} from '#src/api-host/admin/set-stages.ts';
import { parseStagesFile } from '#src/api-host/admin/stages-file.ts';
import { typedApplicantId } from '#src/api-host/applications.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { type Stage, stageNames } from '#src/domain/model/stages.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../errors.ts';
import { addJsonOptions, type JsonOption } from '../output/json-options.ts';
import { minuteOf } from '../output/table.ts';
import { plain } from '../output/terminal.ts';
import { mailSettings, withHostData } from './host-data.ts';
import { placeOf, readInput } from './read-input.ts';

interface SetOptions extends JsonOption {
  readonly stage?: Stage;
  readonly note?: string;
  readonly from?: string;
  readonly mail?: boolean;
  readonly dryRun?: boolean;
}

const setHelp = `
All are set, or none. An application that was withdrawn has no stage. The file has the columns applicant_id, stage and
stage_note; other columns of an export are left out. The running host sends the mails; their texts are 'stages' in the site
config. A change back to received sends none.`;

export function defineSetStages(applications: Command, context: Context): void {
  addJsonOptions(applications.command('set'))
    .description('set the hiring stage of applications, which the private page shows')
    .argument('[applicant id...]')
    .addOption(new Option('--stage <stage>', 'the new stage').choices(stageNames))
    .option('--note <text>', 'a note for the applicant, shown with the stage', asNote)
    .addOption(
      new Option('--from <file>', 'read them from a CSV file; - for standard input').conflicts([
        'stage',
        'note',
      ]),
    )
    .option('--mail', 'tell the applicants by mail, each once')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText('after', setHelp)
    .action(async (ids: string[], options: SetOptions) => {
      const { from, mail, dryRun = false, json } = options;
      const { changes, problemOf } =
        from === undefined ? fromArguments(ids, options) : await fromFile(context, ids, from);
      if (mail) mailSettings(readHostSettings(context.env));
      const results = await withHostData(context, ({ database }) =>
        setStages(database, changes, { mail, dryRun, now: new Date() }).catch((error: unknown) => {
          if (!(error instanceof StageError)) throw error;
          throw problemOf(error);
        }),
      );
      context.print(json, { dry_run: dryRun, applications: results }, () =>
        describe(results, dryRun),
      );
    });
}

interface Input {
  readonly changes: readonly StageChange[];
  readonly problemOf: (error: StageError) => CommandError;
}

function fromArguments(names: readonly string[], { stage, note }: SetOptions): Input {
  const ids = [...new Set(names.map(typedApplicantId))];
  if (stage === undefined || ids.length === 0)
    throw new CommandError(
      'usage',
      'applicant ids with --stage <stage>, or --from <file>, are required',
    );
  if (ids.length > maxChanges)
    throw new CommandError('usage', `at most ${maxChanges} applications can be set at once`);
  return {
    changes: ids.map((applicant) => ({ applicant, stage, note })),
    problemOf: (error) =>
      new CommandError(
        'hostRefused',
        `${error.problems.map(sentenceOf).join('\n')}\nNothing was changed.`,
        error,
      ),
  };
}

async function fromFile(context: Context, ids: readonly string[], path: string): Promise<Input> {
  if (ids.length > 0)
    throw new CommandError('usage', '--from <file> names the applications: give no ids');
  const bytes = await readInput(path, context);
  const invalid = (problems: readonly string[], error: Error) =>
    new CommandError(
      'invalid',
      [...problems.map((problem) => `${placeOf(path)}${problem}`), 'Nothing was changed.'].join(
        '\n',
      ),
      error,
    );
  try {
    const lines = parseStagesFile(bytes);
    const whereOf = ({ index }: StageProblem) => `Line ${lines[index]?.line}: `;
    return {
      changes: lines,
      problemOf: (error) =>
        invalid(
          error.problems.map((problem) => `${whereOf(problem)}${sentenceOf(problem)}.`),
          error,
        ),
    };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw invalid(error.problems, error);
  }
}

const sentenceOf = ({ applicant, since }: StageProblem): string =>
  since === undefined
    ? `there is no applicant ${applicant}`
    : `applicant ${applicant} has withdrawn the application on ${minuteOf(since)} UTC`;

function asNote(text: string): string {
  if (text.length <= maxLength.note) return text;
  throw new InvalidArgumentError(`It must have at most ${maxLength.note} characters.`);
}

function describe(results: readonly StageResult[], dryRun: boolean): string {
  const lines = results.map(({ applicant_id, from, stage, changed, mail }) => {
    const steps = from === stage ? stage : `${from} → ${stage}`;
    return `${changed ? 'Changed' : 'Unchanged'}: ${plain(applicant_id)} ${steps}${mail ? ', with a mail' : ''}\n`;
  });
  const changed = results.filter((result) => result.changed).length;
  const mails = results.filter(({ mail }) => mail).length;
  return `${lines.join('')}${counted(changed, 'application')} changed, ${results.length - changed} unchanged, ${counted(mails, 'mail')}.${dryRun ? ' Nothing was written (--dry-run).' : ''}\n`;
}

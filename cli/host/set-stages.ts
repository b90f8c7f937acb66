import { type Command, InvalidArgumentError, Option } from 'commander';
import { ImportError } from '#src/api-host/admin/csv.ts';
import {
  maxChanges,
  type StageChange,
  StageError,
  type StageResult,
  setStages,
} from '#src/api-host/admin/set-stages.ts';
import { parseStagesFile } from '#src/api-host/admin/stages-file.ts';
import { parseApplicantId } from '#src/api-host/applications/application-store.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { type Stage, stageNames } from '#src/domain/model/stages.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import type { Context } from '../context.ts';
import { addJsonOptions, type JsonOption, print } from '../output/json-options.ts';
import { minuteOf } from '../output/table.ts';
import { plain } from '../output/terminal.ts';
import { mailSettings, withHostData } from './host-data.ts';
import { inputLabel, readInput } from './read-input.ts';

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
      const place = from === undefined ? '' : inputLabel(from);
      const set = async () => {
        const changes =
          from === undefined ? changesOf(ids, options) : await readChanges(context, ids, from);
        if (mail) mailSettings(readHostSettings(context.env));
        const now = new Date();
        return withHostData(context, ({ database }) =>
          setStages(database, changes, { mail, dryRun, now }),
        );
      };
      const results = await set().catch((error: unknown) => {
        const isOfFile = error instanceof ImportError;
        if (!isOfFile && !(error instanceof StageError)) throw error;
        const problems = isOfFile ? error.problems : error.problems.map(sentenceOf);
        const lines = [...problems.map((problem) => place + problem), 'Nothing was changed.'];
        throw new CommandError(place ? 'invalid' : 'hostRefused', lines.join('\n'), error);
      });
      print(context, json, { dry_run: dryRun, applications: results }, () =>
        describe(results, dryRun),
      );
    });
}

function changesOf(names: readonly string[], { stage, note }: SetOptions): StageChange[] {
  const ids = [...new Set(names.map(parseApplicantId))];
  if (stage === undefined || ids.length === 0)
    throw new CommandError(
      'usage',
      'applicant ids with --stage <stage>, or --from <file>, are required',
    );
  if (ids.length > maxChanges)
    throw new CommandError('usage', `at most ${maxChanges} applications can be set at once`);
  return ids.map((applicant) => ({ applicant, stage, note }));
}

async function readChanges(context: Context, ids: readonly string[], path: string) {
  if (ids.length > 0)
    throw new CommandError('usage', '--from <file> names the applications: give no ids');
  return parseStagesFile(await readInput(path, context));
}

function sentenceOf({ line, applicant, since }: StageError['problems'][number]): string {
  const sentence =
    since === undefined
      ? `there is no applicant ${applicant}`
      : `applicant ${applicant} has withdrawn the application on ${minuteOf(since)} UTC`;
  return line === undefined ? sentence : `Line ${line}: ${sentence}.`;
}

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

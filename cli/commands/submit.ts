import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Exit } from '#src/domain/model/exit-codes.ts';
import { errorMessage } from '#src/http/describe-error.ts';
import { addHostOptions, type ConnectionOptions, wholeNumber, withClient } from '../connection.ts';
import { type Context, Interruption } from '../context.ts';
import { worstOf } from '../errors.ts';
import { jsonText, print } from '../output/json-options.ts';
import { progressOn } from '../output/terminal.ts';
import type { Journal } from '../submit/journal.ts';
import {
  notAccepted,
  outcomes,
  type SubmitResult,
  submitCase,
  submitLine,
} from '../submit/outcome.ts';

interface SubmitOptions extends ConnectionOptions {
  readonly dryRun?: boolean;
  readonly resume?: boolean;
  readonly concurrency: number;
  readonly journal?: string;
  readonly junit?: string;
  readonly printSchema?: boolean;
}

const resultFields: readonly (keyof SubmitResult)[] = [
  'fixture',
  'outcome',
  'applicant_id',
  'documents',
  'message',
];

export function addSubmitCommand(program: Command, context: Context): void {
  const command = program
    .command('submit')
    .description('send applications with their documents, one fixture each')
    .argument(
      '[fixture...]',
      'JSON files, or - for standard input: {"application": {…}, "documents": {"cv": "path", …}}; paths are relative to the file, of standard input to the working directory',
    )
    .option('--dry-run', 'read and validate only; openings are read, nothing is sent')
    .option(
      '--resume',
      'continue a run that did not send everything: skip what was sent, send what is missing',
    )
    .option(
      '--concurrency <n>',
      'number of applications sent at the same time, from 1 to 64',
      wholeNumber(64),
      1,
    )
    .option(
      '--journal <directory>',
      'for the hidden files that name what was sent, which --resume reads; a complete run keeps only the applicant id (default: the directory of each fixture)',
    )
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option('--print-schema', "print a fixture's JSON Schema and do nothing else");
  addHostOptions(command, resultFields).action(
    async (fixtures: string[], options: SubmitOptions) => {
      if (options.printSchema) return printSchema(context);
      if (fixtures.length === 0) command.error("error: missing required argument 'fixture'");
      if (fixtures.filter((fixture) => fixture === '-').length > 1)
        command.error('error: standard input has one fixture only');
      // A signal ends the process at once while it waits for its input.
      const input = fixtures.includes('-') ? await context.readStdin() : undefined;
      const signal = context.abortOnSignal();
      const { results, journals } = await submitAll(fixtures, options, context, signal, input);
      print(context, options.json, results, () => '');
      // A pipe holds 64 KiB, and its reader may end before it reads the rest.
      await new Promise<unknown>((written) => context.stdout.write('', written));
      const code = exitOfRun(results, signal);
      if (code !== 'done') context.exitWith(code);
      if (results.some(isInterrupted)) noteStop(results, context, signal);
      else if (results.some(isAccepted) && context.isOutputLost()) {
        context.note(
          'the results could not be written to stdout; --resume prints them again, and sends nothing twice',
        );
        context.exitWith('incomplete');
      } else if (results.every(({ outcome }) => outcome === 'accepted'))
        await Promise.all(
          results.map(({ fixture, applicant_id }) =>
            journals.get(fixture)?.complete(applicant_id ?? ''),
          ),
        );
    },
  );
}

const isAccepted = ({ applicant_id }: SubmitResult): boolean => applicant_id !== null;
const isInterrupted = ({ outcome }: SubmitResult): boolean => outcome === 'interrupted';

/** Returns `incomplete` for a run that was stopped, unless Ctrl-C ended it before anything was accepted. */
function exitOfRun(results: readonly SubmitResult[], { reason }: AbortSignal): Exit {
  const code = worstOf(results.map(({ outcome }) => outcomes[outcome].exit));
  if (code !== 'interrupted') return code;
  const isCtrlC = reason instanceof Interruption && reason.signal === 'SIGINT';
  return isCtrlC && !results.some(isAccepted) ? 'interrupted' : 'incomplete';
}

function noteStop(
  results: readonly SubmitResult[],
  context: Context,
  { aborted, reason }: AbortSignal,
): void {
  const accepted = results.filter(isAccepted).length;
  const cause =
    aborted && reason instanceof Interruption
      ? reason.message
      : 'what is printed is no longer read';
  context.note(
    `stopped: ${cause}; ${accepted} of ${results.length} fixtures were accepted; --resume continues`,
  );
}

async function submitAll(
  fixtures: readonly string[],
  options: SubmitOptions,
  context: Context,
  signal: AbortSignal,
  input: Uint8Array = new Uint8Array(),
) {
  const progress = progressOn(context.stderr, !options.json && !options.verbose);
  const reported: SubmitResult[] = [];
  const report = (result: SubmitResult) => {
    reported.push(result);
    progress.clear();
    if (!options.json) context.stdout.write(submitLine(context.stdout, result));
    return result;
  };
  const [{ isReady, prepareAll }, { openJournal }, { openReport }] = await Promise.all([
    import('../submit/prepare.ts'),
    import('../submit/journal.ts'),
    import('../output/junit.ts'),
  ]);
  const writeReport = await openReport(options.junit, 'careers submit', context);
  const journals = new Map<string, Journal>();
  const results = await withClient(options, context, async (client, { name: host }) => {
    const prepared = await prepareAll(fixtures, {
      client,
      signal,
      stdin: async () => input,
      ...(!options.dryRun && {
        journalOf: (fixture, application) =>
          openJournal(
            options.journal ?? dirname(fixture),
            fixture,
            host,
            application,
            options.resume === true,
          ),
      }),
    });
    if (options.dryRun || !prepared.every(isReady))
      return prepared.map((one) => report(isReady(one) ? unsent(one.fixture, options) : one));
    const [{ default: pLimit }, { sendFixture }] = await Promise.all([
      import('p-limit'),
      import('../submit/send.ts'),
    ]);
    const sending = { client, host, signal, isOutputLost: context.isOutputLost, progress };
    const sent = await pLimit(options.concurrency).map(prepared, async (ready) =>
      report(await sendFixture(ready, sending)),
    );
    for (const { fixture, journal } of prepared) if (journal) journals.set(fixture, journal);
    return sent;
  }).catch(async (error: unknown) => {
    const failure = { type: 'failed', message: errorMessage(error) };
    await writeReport([...reported.map(submitCase), { name: 'submit', failure }]);
    throw error;
  });
  await writeReport(results.map(submitCase));
  return { results, journals };
}

function unsent(fixture: string, { dryRun }: SubmitOptions): SubmitResult {
  return dryRun
    ? notAccepted(fixture, 'valid', 'valid; nothing was sent')
    : notAccepted(fixture, 'not-sent', 'valid, but not sent because another fixture is invalid');
}

async function printSchema(context: Context): Promise<void> {
  const [{ z }, { applicationFixtureSchema }] = await Promise.all([
    import('zod'),
    import('../fixtures.ts'),
  ]);
  context.stdout.write(jsonText(z.toJSONSchema(applicationFixtureSchema, { io: 'input' })));
}

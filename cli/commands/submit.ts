import { dirname } from 'node:path';
import type { Command } from 'commander';
import { addHostOptions, type HostOptions, wholeNumber, withClient } from '../connection.ts';
import { type Context, Interruption } from '../context.ts';
import { type ExitCode, exitCodes, worstOf } from '../exit-codes.ts';
import { addJsonOptions } from '../output/json-options.ts';
import { progressOn } from '../output/terminal.ts';
import {
  notAccepted,
  outcomes,
  type SubmitResult,
  submitCase,
  submitLine,
} from '../submit/outcome.ts';

interface SubmitOptions extends HostOptions {
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

export function define(program: Command, context: Context): void {
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
      'for the hidden files that name what was sent, which --resume reads and a complete run removes (default: the directory of each fixture)',
    )
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option('--print-schema', "print a fixture's JSON Schema and do nothing else");
  addJsonOptions(addHostOptions(command), resultFields).action(
    async (fixtures: string[], options: SubmitOptions) => {
      if (options.printSchema) return printSchema(context);
      if (fixtures.length === 0) command.error("error: missing required argument 'fixture'");
      if (fixtures.filter((fixture) => fixture === '-').length > 1)
        command.error('error: standard input has one fixture only');
      const signal = context.interruptible();
      const results = await submitAll(fixtures, options, context, signal);
      context.print(options.json, results, () => '');
      context.exitWith(exitCodeOfRun(results, signal));
      if (results.some(isInterrupted)) noteStop(results, context, signal);
    },
  );
}

const isInterrupted = ({ outcome }: SubmitResult): boolean => outcome === 'interrupted';

/** A run that was stopped is incomplete, unless Ctrl-C ended it before anything was accepted. */
function exitCodeOfRun(results: readonly SubmitResult[], { reason }: AbortSignal): ExitCode {
  const code = worstOf(results.map(({ outcome }) => outcomes[outcome]));
  if (code !== exitCodes.interrupted) return code;
  const isCtrlC = reason instanceof Interruption && reason.signal === 'SIGINT';
  const isAccepted = results.some(({ applicant_id }) => applicant_id !== null);
  return isCtrlC && !isAccepted ? exitCodes.interrupted : exitCodes.incomplete;
}

function noteStop(
  results: readonly SubmitResult[],
  context: Context,
  { aborted, reason }: AbortSignal,
): void {
  const accepted = results.filter(({ applicant_id }) => applicant_id !== null).length;
  const cause =
    aborted && reason instanceof Interruption
      ? reason.message
      : 'what is printed is no longer read';
  context.note(
    `stopped: ${cause}; ${accepted} of ${results.length} fixtures were accepted; --resume continues`,
  );
}

/** Validates all fixtures first. If one is invalid, none is sent. */
async function submitAll(
  fixtures: readonly string[],
  options: SubmitOptions,
  context: Context,
  signal: AbortSignal,
): Promise<SubmitResult[]> {
  const progressLine = progressOn(context.stderr, !options.json && !options.verbose);
  const report = (result: SubmitResult) => {
    progressLine.clear();
    if (!options.json) context.print(false, result, () => submitLine(context.stdout, result));
    return result;
  };
  const [{ isReady, prepareAll }, { openJournal }, { junitXml, openReport }] = await Promise.all([
    import('../submit/prepare.ts'),
    import('../submit/journal.ts'),
    import('../output/junit.ts'),
  ]);
  const junit = options.junit === undefined ? undefined : await openReport(options.junit);
  const results = await withClient(options, context, async (client, { name: host }) => {
    const prepared = await prepareAll(fixtures, {
      client,
      signal,
      stdin: context.readStdin,
      resume: options.resume === true,
      ...(!options.dryRun && {
        journalOf: (fixture, application) =>
          openJournal(options.journal ?? dirname(fixture), fixture, host, application),
      }),
    });
    if (options.dryRun || !prepared.every(isReady))
      return prepared.map((one) => report(isReady(one) ? unsent(one.fixture, options) : one));
    const [{ default: pLimit }, { sendFixture }, { uploadProgress }] = await Promise.all([
      import('p-limit'),
      import('../submit/send.ts'),
      import('../submit/progress.ts'),
    ]);
    const bytes = prepared.flatMap(({ documents }) => documents.map(({ size }) => size));
    const sending = {
      client,
      host,
      signal,
      isStopping: context.isOutputLost,
      progress: uploadProgress(
        progressLine,
        bytes.reduce((sum, size) => sum + size, 0),
      ),
    };
    const sent = await pLimit(options.concurrency).map(prepared, async (ready) =>
      report(await sendFixture(ready, sending)),
    );
    // The journals of a run that is not complete tell --resume what to skip.
    if (sent.every(({ outcome }) => outcome === 'accepted'))
      await Promise.all(prepared.map(({ journal }) => journal?.remove()));
    return sent;
  });
  await junit?.writeFile(junitXml('careers submit', results.map(submitCase)));
  await junit?.close();
  return results;
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
  context.print(true, z.toJSONSchema(applicationFixtureSchema, { io: 'input' }), () => '');
}

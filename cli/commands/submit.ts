import { type Command, InvalidArgumentError } from 'commander';
import { addHostOptions, type HostOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { worstOf } from '../exit-codes.ts';
import { progressOn } from '../output/terminal.ts';
import { notAccepted, outcomes, type SubmitResult, submitLine } from '../submit/outcome.ts';

interface SubmitOptions extends HostOptions {
  readonly dryRun?: boolean;
  readonly concurrency: number;
  readonly printSchema?: boolean;
}

export function define(program: Command, context: Context): void {
  const command = program
    .command('submit')
    .description('send applications with their documents, one fixture each')
    .argument('[fixture...]', 'JSON files: {"application": {…}, "documents": {"cv": "path", …}}')
    .option('--dry-run', 'read and validate only; openings are read, nothing is sent')
    .option('--concurrency <n>', 'number of candidates sent at the same time', parseCount, 1)
    .option('--print-schema', "print a fixture's JSON Schema and do nothing else");
  addHostOptions(command).action(async (fixtures: string[], options: SubmitOptions) => {
    if (options.printSchema) return printSchema(context);
    if (fixtures.length === 0) command.error("error: missing required argument 'fixture'");
    const results = await submitAll(fixtures, options, context);
    if (options.json) context.print(true, results, () => '');
    context.exitWith(worstOf(results.map(({ outcome }) => outcomes[outcome])));
  });
}

/** Validates all fixtures first. If one is invalid, none is sent. */
async function submitAll(
  fixtures: readonly string[],
  options: SubmitOptions,
  context: Context,
): Promise<SubmitResult[]> {
  const signal = context.interruptible();
  const progress = progressOn(context.stderr, !options.json && !options.verbose);
  const report = (result: SubmitResult) => {
    progress.clear();
    if (!options.json) context.print(false, result, () => submitLine(context.stdout, result));
    return result;
  };
  const { isReady, prepareAll } = await import('../submit/prepare.ts');
  return withClient(options, context, async (client) => {
    const prepared = await prepareAll(fixtures, client, signal);
    if (options.dryRun || !prepared.every(isReady))
      return prepared.map((one) => report(isReady(one) ? unsent(one.fixture, options) : one));
    const [{ default: pLimit }, { sendFixture }] = await Promise.all([
      import('p-limit'),
      import('../submit/send.ts'),
    ]);
    const sending = { client, signal, onStep: progress.show };
    return pLimit(options.concurrency).map(prepared, async (ready) =>
      report(await sendFixture(ready, sending)),
    );
  });
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

function parseCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 64)
    throw new InvalidArgumentError('It must be a whole number from 1 to 64.');
  return count;
}

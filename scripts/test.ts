/**
 * Runs the tests for `npm test`: it finds or installs the tools that they need, builds the site if its sources have
 * changed, then runs all test files, or those of the given groups (unit, integration, browser) or paths. If a tool is
 * missing it fails with one line; it never skips tests.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { BuildError, buildIfStale } from '../cli/server/build.ts';
import type { FileResult } from './test-reporter.ts';
import { fail, type Group, groups, installTools } from './test-tools.ts';

const testTimeoutMs = 600_000;
/** The limit of a whole file. The test runner's own time limit does not apply when the process hangs. */
const fileTimeoutMs = 1_200_000;
/**
 * While the load per processor is above this, only `minWorkers` begin another file. A virtual machine may get a third of
 * its processors, which is then too slow for six files with the time limits of the product (2 s until an earlier copy is
 * shown).
 */
const busyLoad = 8;
const minWorkers = 2;
/** A test file with this text runs in a separate process, because it sets the environment before modules read it. */
const ownProcess = '@own-process';
/** The test files with this text run in one separate process, because they need React's production build. */
const components = 'test/support/components.ts';
/** A test file with this text tests what `src/framework` does. It is left out if that is switched off. */
const firstPaint = '@first-paint';
/** A test file with this text starts before larger ones, because it takes long. */
const longFile = '@long';
const root = join(import.meta.dirname, '..');

process.chdir(root);
// Node strips types and compiles once for all processes that the tests start. The code under test logs to standard error;
// a test that reads a log sets its own level.
process.env.LOG_LEVEL ??= 'silent';
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/tests');
const files = chosenFiles(process.argv.slice(2));
const used = new Set(files.map(groupOf));
installTools([...used]);
process.exitCode = (await runFiles(files)) ? 0 : 1;

function groupOf(path: string): Group {
  const [group] = Object.entries(groups).find(([, infix]) => path.includes(infix)) ?? [];
  return (group ?? fail(`${path} is no test file: its name must end in .test.ts.`)) as Group;
}

/** Returns the test files of the given groups or paths, or all of them; large files come first within a group. */
function chosenFiles(args: readonly string[]): string[] {
  const all = globSync('test/**/*.test.{ts,tsx}').filter(
    (path) =>
      process.env.VITE_PLAIN_PAGES === undefined ||
      !readFileSync(path, 'utf8').includes(firstPaint),
  );
  const order = Object.keys(groups);
  const chosen =
    args.length === 0
      ? all
      : args.flatMap((arg) =>
          arg in groups
            ? all.filter((path) => groupOf(path) === arg)
            : globSync([arg, `${arg}/**`]).filter((path) => /\.test\.tsx?$/.test(path)),
        );
  if (chosen.length === 0) fail(`No test file matches ${args.join(' ')}.`);
  const sizeOf = (path: string) =>
    readFileSync(path, 'utf8').includes(longFile) ? Number.MAX_VALUE : statSync(path).size;
  const sizes = new Map(chosen.map((path) => [path, sizeOf(path)]));
  const size = (path: string) => sizes.get(path) ?? 0;
  return chosen.sort(
    (a, b) => order.indexOf(groupOf(a)) - order.indexOf(groupOf(b)) || size(b) - size(a),
  );
}

/** Builds the site unless dist was built from the same sources. If it cannot, it ends this process. */
async function build(): Promise<void> {
  try {
    await buildIfStale(root, () => {});
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    fail(`${error.output}\n${error.message}`);
  }
}

/**
 * Runs the files in worker processes, prints a summary, and returns whether every test passed. Unit tests begin while the
 * site is built, because the build uses one processor.
 */
async function runFiles(files: readonly string[]): Promise<boolean> {
  const started = performance.now();
  const contains = (text: string) => (file: string) => readFileSync(file, 'utf8').includes(text);
  const own = files.filter(contains(ownProcess));
  const separate = own.map((file) => [file]);
  separate.unshift(files.filter((file) => contains(components)(file) && !own.includes(file)));
  const shared = files.filter((file) => !separate.flat().includes(file));
  const uses = new Map(shared.map((file) => [file, usesOf(file)]));
  const isUnit = (file: string) => groupOf(file) === 'unit';
  let isBuilt = files.every(isUnit);
  const built = isBuilt ? undefined : build().then(() => (isBuilt = true));
  // At least six workers run, because many tests wait for the product's delays and time limits. On two processors, nine
  // workers take 453 s (846 s of processor time, because each starts browsers and sites), six 394 to 437 s (741 to 817
  // s), four 440 s (758 s).
  const workers = Math.min(Math.max(6, availableParallelism()), files.length);
  /** The number of workers that run tests without a browser. These wait, while pages keep the processors busy. */
  const withoutBrowser = Math.floor(workers / 3);
  /** Chooses the next file for a worker, if possible one that uses what its previous file has started. */
  async function nextShared(worker: number, previous?: string): Promise<string | undefined> {
    if (!isBuilt && !shared.some(isUnit)) await built;
    const possible = isBuilt ? shared : shared.filter(isUnit);
    const waiting = possible.filter((one) => worker < withoutBrowser && groupOf(one) !== 'browser');
    const ready = waiting.length > 0 ? waiting : possible;
    const { site, browser } = uses.get(previous ?? '') ?? {};
    const likeness = (one: string) =>
      Number(browser !== undefined && uses.get(one)?.browser === browser) * 2 +
      Number(site !== undefined && uses.get(one)?.site === site);
    const [file] = ready.toSorted((a, b) => likeness(b) - likeness(a));
    if (file !== undefined) shared.splice(shared.indexOf(file), 1);
    return file;
  }
  const results: FileResult[] = [];
  let activeWorkers = 0;
  let ended = Promise.withResolvers<void>();
  async function nextUnlessBusy(worker: number, previous?: string): Promise<string | undefined> {
    if (previous !== undefined) {
      activeWorkers -= 1;
      ended.resolve();
      ended = Promise.withResolvers();
    }
    const isBusy = () => (loadavg()[0] ?? 0) > busyLoad * availableParallelism();
    while (shared.length > 0 && activeWorkers >= minWorkers && isBusy())
      await Promise.race([ended.promise, delay(5000, undefined, { ref: false })]);
    activeWorkers += 1;
    const file = await nextShared(worker, previous);
    if (file === undefined) activeWorkers -= 1;
    return file;
  }
  if (files.length <= 3) process.env.TEST_DETAILS = '1';
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let group = separate.shift(); group !== undefined; group = separate.shift()) {
        const rest = group;
        await work(async () => rest.shift(), results);
      }
      await work((previous) => nextUnlessBusy(worker, previous), results);
    }),
  );
  const failures = results.flatMap(({ file, failed }) =>
    failed.map(({ name, error }) => `${file}: ${name}\n${firstLines(error)}`),
  );
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const processor = results.reduce((sum, { processorTime }) => sum + processorTime, 0).toFixed(0);
  process.stdout.write(`\n${files.length} files in ${seconds} s (processor ${processor} s)\n`);
  for (const failure of failures) process.stdout.write(`✖ ${failure}\n`);
  // The lines are the summary of Node's own test runner.
  const total = passed + failures.length;
  process.stdout.write(`ℹ tests ${total}\nℹ pass ${passed}\nℹ fail ${failures.length}\n`);
  return failures.length === 0 && passed > 0;
}

/** Runs files in one process, and starts another process if a test file ends the first. */
async function work(
  next: (previous?: string) => Promise<string | undefined>,
  results: FileResult[],
): Promise<void> {
  let file = await next();
  while (file !== undefined) {
    const worker = fork(join(root, 'scripts/test-worker.ts'), {
      execArgv: [
        '--import=tsx',
        '--test-force-exit',
        `--test-timeout=${testTimeoutMs}`,
        '--test-reporter=./scripts/test-reporter.ts',
      ],
    });
    const startLimit = () => setTimeout(() => worker.kill('SIGKILL'), fileTimeoutMs);
    let limit = startLimit();
    worker.on('message', async (message: FileResult | { readonly type: 'ready' }) => {
      clearTimeout(limit);
      if (message.type === 'result') {
        results.push(message);
        file = await next(file);
      }
      limit = startLimit();
      worker.send({ file });
    });
    const [code, signal] = await once(worker, 'exit');
    clearTimeout(limit);
    if (file !== undefined) {
      const failed = [{ name: 'the process', error: `It ended with ${code ?? signal}.` }];
      results.push({ type: 'result', file, passed: 0, failed, processorTime: 0 });
      file = await next(file);
    }
  }
}

/** Returns the beginning of an error, because CI may show only the end of the output. */
function firstLines(error: string): string {
  const lines = error.split('\n', 12).map((line) => `    ${line.slice(0, 240)}`);
  return lines.join('\n');
}

/** Names the site (test/support/shared-sites.ts) and the browser that the process of a test file starts and keeps. */
function usesOf(file: string): Partial<Record<'site' | 'browser', string | undefined>> {
  const source = readFileSync(file, 'utf8');
  const site =
    /\b(?:siteAndHost|sharedSite|faultSite|sampleSite|pseudoSite|linkSite)\([^)]*\)/.exec(
      source,
    )?.[0];
  const browser = /^loadImages\(\);|\bvisitor\(/m.exec(source)?.[0];
  return { site, browser };
}

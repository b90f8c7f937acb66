import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sharedBrowser } from '#test/support/browser.ts';
import { startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';
import {
  back,
  close,
  complete,
  discard,
  finish,
  forget,
  open,
  randomSteps,
  reload,
  type Step,
  type,
  wait,
} from './commands.ts';
import { HostRecords, recordPaths } from './host.ts';
import { type Model, newModel } from './model.ts';
import { World } from './world.ts';

const at = siteAndHost();

/** Walks one path with devices, people and records of its own. */
async function walk(steps: Iterable<Step>, paths: Map<string, HostRecords>): Promise<void> {
  const browser = await sharedBrowser();
  const host = new HostRecords();
  paths.set(host.path, host);
  await using proxy = await startCuttableProxy(at.origin);
  await using real = new World(browser, proxy);
  const model = newModel(host);
  await fc.asyncModelRun<object, World, false, Model>(() => ({ model, real }), steps);
  const [slot] = model.tabs.keys();
  if (slot !== undefined) await finish(slot).run(model, real);
  paths.delete(host.path);
}

/** Paths of faults that issue 8 reported or that random paths found, with the seed that found them. */
const examples: Record<string, readonly Step[]> = {
  'a reload shows each of two people in one tab their own text': [
    open(0, 'Ada', '12'),
    type(0, 'firstname'),
    reload(0),
    open(0, 'Ben', '12'),
    reload(0),
    type(0, 'firstname'),
    type(0, 'cover_letter'),
    reload(0),
    reload(0),
  ],
  // Seed 105.
  'a form whose draft another tab discarded is stored again when it is left': [
    open(0, 'Ben', '12'),
    complete(0),
    wait(0),
    open(1, 'Ada', '12'),
    discard(1),
    close(0),
  ],
  // Seed 5017.
  'Back does not bring back what was entered before the device was forgotten': [
    open(0, 'Ada', '21'),
    complete(0),
    open(0, 'Ada', '12'),
    forget(0),
    open(0, 'Ada', '12'),
    back(0),
    back(0),
  ],
};

for (const [title, steps] of Object.entries(examples))
  test(title, async () => {
    await walk(steps, recordPaths(at.host));
  });

const randomPaths = Number(process.env.MODEL_PATHS ?? 1);
const firstSeed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 30));
/** Paths that are walked at the same time: most of a path is waiting. */
const lanes = Number(process.env.MODEL_LANES ?? 2);

test('random paths keep the rules of the application', { timeout: 3_600_000 }, async () => {
  const paths = recordPaths(at.host);
  const failures: string[] = [];
  let walked = 0;
  const seeds = Array.from({ length: randomPaths }, (_, index) => firstSeed + index);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const failure = await walkRandomPath(seed, paths);
        if (failure !== undefined) {
          failures.push(failure);
          process.stdout.write(`${failure}\n`);
        }
        walked += 1;
        if (walked % 50 === 0) process.stdout.write(`${walked} paths, ${failures.length} failed\n`);
      }
    }),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    `${randomPaths} paths from seed ${firstSeed} in ${seconds} s, ${failures.length} failed\n`,
  );
  assert.equal(failures.join('\n\n'), '');
});

/** Returns the steps and the broken rule of a path that fails. */
async function walkRandomPath(
  seed: number,
  paths: Map<string, HostRecords>,
): Promise<string | undefined> {
  const steps = fc.commands(randomSteps(), { maxCommands: 40, size: 'max' });
  const result = await fc.check(
    fc.asyncProperty(steps, (path) => walk(path, paths)),
    { seed, numRuns: 1, unbiased: true, endOnFailure: process.env.MODEL_SHRINK === undefined },
  );
  if (!result.failed) return undefined;
  const failure = `MODEL_SEED=${seed} ${result.counterexample}\n${result.errorInstance}`;
  return failure;
}

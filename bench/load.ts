/** wrk measures requests per second and latency on the second processor. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median, pinned } from './site.ts';

export interface Target {
  readonly name: string;
  readonly url: string;
  readonly coding?: string;
  readonly minSeconds?: number;
}

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

const run = promisify(execFile);
const warmUpSeconds = 3;

/** Throws if a response is not successful. */
async function load(target: Target, seconds: number): Promise<Load> {
  const { url, coding } = target;
  const headers = coding === undefined ? [] : ['-H', `accept-encoding: ${coding}`];
  const options = ['-t1', '-c64', `-d${seconds}s`, '--timeout', '20s', '--latency'];
  const { stdout } = await run(...pinned('client', ['wrk', ...options, ...headers, url]));
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: .*timeout [1-9]\d*/.exec(stdout);
  if (failed) throw new Error(`${target.name}: ${failed[0]}`);
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN),
  };
}

/**
 * Loads each target in turn, `rounds` times, so that other work of the machine affects all of them. Returns the medians,
 * by name. Some seconds of load warm the target before each measurement: a virtual machine gives back the memory of idle
 * processes, and after that the p99 of four runs of 2 s was 517, 70, 16 and 10 ms.
 */
export async function compare(
  targets: readonly Target[],
  seconds: number,
  rounds = 3,
): Promise<Map<string, Load>> {
  const results = new Map<string, Load[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const target of targets) {
      await load(target, warmUpSeconds);
      const { name, minSeconds = 0 } = target;
      results.get(name)?.push(await load(target, Math.max(seconds, minSeconds)));
    }
  return new Map(
    [...results].map(([name, loads]) => [
      name,
      {
        perSecond: median(loads.map(({ perSecond }) => perSecond)),
        p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
      },
    ]),
  );
}

/** The first argument of the command line is the duration of one round in seconds. */
export const secondsPerRound = (fallback: number): number => Number(process.argv[2] ?? fallback);

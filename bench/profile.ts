/**
 * Profiles the processor time of the site under load: the functions with the most time of their own, and their groups.
 * Home is measured from the page cache, and rendered for each request.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './load.ts';
import { bodyOf, printTable, startBenchSite } from './site.ts';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  /** The unit is microseconds of the monotonic clock, as in `process.hrtime`. */
  readonly startTime: number;
}

/** Returns the profile of a site, and the time when its load began. */
async function profileOf(env: Readonly<Record<string, string>>): Promise<[Profile, number]> {
  const folder = await mkdtemp(join(tmpdir(), 'careers-bench-'));
  let began = 0;
  {
    const nodeOptions = [
      '--cpu-prof',
      `--cpu-prof-dir=${folder}`,
      '--cpu-prof-name=site.cpuprofile',
    ];
    await using site = await startBenchSite({ openings: 50, env, nodeOptions });
    await bodyOf(`${site.origin}/`);
    began = Number(process.hrtime.bigint() / 1000n);
    await compare([{ name: 'home', url: `${site.origin}/` }], 3);
  }
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile;
  await rm(folder, { recursive: true });
  return [profile, began];
}

function ownTimes({ nodes, samples, timeDeltas, startTime }: Profile, from: number) {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [
      id,
      `${functionName || '(anonymous)'}${url === '' ? '' : `, ${url.split('/').slice(-2).join('/')}`}`,
    ]),
  );
  const times = new Map<string, number>();
  let at = startTime;
  for (const [index, sample] of samples.entries()) {
    at += timeDeltas[index] ?? 0;
    if (at < from) continue;
    const name = names.get(sample) ?? '';
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  times.delete('(idle)');
  return [...times].sort(([, a], [, b]) => b - a);
}

for (const [title, env] of [
  ['home from the page cache', {}],
  ['home, CACHE_TTL_MS=0', { CACHE_TTL_MS: '0' }],
] as const) {
  const times = ownTimes(...(await profileOf(env)));
  const total = times.reduce((sum, [, time]) => sum + time, 0);
  printTable(
    times.slice(0, 15).map(([name, time]) => ({
      [title]: name,
      'own time (%)': ((time / total) * 100).toFixed(1),
    })),
  );
}

/**
 * The bench measures the home page with 10 to 20,000 openings, and with 1 to 256 connections.
 *
 *     npm run bench -- growth [seconds a round]
 */
import { compare, secondsPerRound } from './load.ts';
import { bodyOf, check, median, memoryOf, printTable, startBenchSite } from './site.ts';

const seconds = secondsPerRound(1);

/** Returns the median time of sequential requests in milliseconds. */
async function timeOf(url: string, requests: number): Promise<number> {
  const times = [];
  for (let i = 0; i < requests; i++) {
    const started = performance.now();
    await bodyOf(url);
    times.push(performance.now() - started);
  }
  return median(times);
}

async function measure(openings: number) {
  await using site = await startBenchSite({ openings });
  await using uncached = await startBenchSite({
    env: { API_HOST: site.apiHost, CACHE_TTL_MS: '0' },
  });
  const started = performance.now();
  const { length } = await bodyOf(`${site.origin}/`);
  const first = performance.now() - started;
  await timeOf(`${site.origin}/`, 50);
  const stored = await timeOf(`${site.origin}/`, 200);
  const { now: resident, peak } = await memoryOf(site.pid);
  const { peak: hostPeak } = await memoryOf(site.hostPid);
  await timeOf(`${uncached.origin}/`, 10);
  const read = await timeOf(`${uncached.origin}/`, 20);
  return { openings, length, first, stored, read, resident, peak, hostPeak };
}

const sizes = [];
for (const openings of [10, 50, 1000, 10_000, 20_000]) sizes.push(await measure(openings));
const [, fifty, , many, most] = sizes;
if (fifty && many && most) {
  check('HTML of home, 10,000 openings / 50', many.length / fifty.length, { atMost: 1.5 });
  check('time of home, 10,000 openings / 50', many.stored / fifty.stored, { atMost: 1.5 });
  // The site keeps the whole list once, and the host never does.
  check('peak memory of the site, 20,000 openings', most.peak, { atMost: 600 }, ' MiB');
  check('peak memory of the API host, 20,000 openings', most.hostPeak, { atMost: 250 }, ' MiB');
}
printTable(
  sizes.map(({ openings, length, first, stored, read, resident, peak, hostPeak }) => ({
    openings,
    'HTML (kB)': (length / 1000).toFixed(0),
    'first request (ms)': first.toFixed(0),
    'stored page (ms)': stored.toFixed(2),
    'CACHE_TTL_MS=0 (ms)': read.toFixed(1),
    'resident (MiB)': resident.toFixed(0),
    'peak (MiB)': peak.toFixed(0),
    'peak of the host (MiB)': hostPeak.toFixed(0),
  })),
);

await using site = await startBenchSite({ openings: 50 });
const targets = [1, 4, 16, 64, 256].map((connections) => ({
  name: String(connections),
  url: `${site.origin}/`,
  connections,
}));
const results = await compare(targets, seconds);
printTable(
  [...results].map(([connections, { perSecond, p99Ms }]) => ({
    'connections, home of 50 openings': connections,
    'requests/s': perSecond.toFixed(0),
    'p99 (ms)': p99Ms.toFixed(1),
  })),
);

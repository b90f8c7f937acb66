/**
 * The API host has 20,000 openings of 1 and of 4 kB, one of which differs in each response. The bench requests `/healthz`
 * every 10 ms while the site reads the list repeatedly, and measures the site's memory.
 *
 *     npm run bench -- large-list [seconds]
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  bodyOf,
  check,
  manyOpenings,
  memoryOf,
  percentile,
  printTable,
  serve,
  startBenchSite,
} from './site.ts';

const seconds = Number(process.argv[2] ?? 20);

/** The description of the first opening differs in each response. */
async function startApiHost(text: string) {
  const [first, ...unchanged] = await manyOpenings(20_000);
  const rest = `,${unchanged.map((one) => JSON.stringify({ ...one, jobdescription: `${one.jobdescription}${text}` })).join()}]}`;
  const bytes = Buffer.from(rest);
  let reads = 0;
  const server = await serve((incoming, outgoing) => {
    outgoing.setHeader('content-type', 'application/json');
    if (!incoming.url?.endsWith('/openingsall')) return outgoing.end('{"status":1,"data":[]}');
    reads += 1;
    const one = JSON.stringify({ ...first, jobdescription: `Version ${reads}` });
    outgoing.write(`{"status":1,"data":[${one}`);
    outgoing.end(bytes);
  });
  return { ...server, megabytes: bytes.length / 1e6, reads: () => reads };
}

async function measure(name: string, text: string) {
  using host = await startApiHost(text);
  await using site = await startBenchSite({
    env: { API_HOST: host.origin, API_TIMEOUT_MS: '30000' },
  });
  const started = performance.now();
  await bodyOf(`${site.origin}/`);
  const first = performance.now() - started;
  const times: number[] = [];
  const probes: Promise<unknown>[] = [];
  const before = host.reads();
  for (let sent = 0; sent < seconds * 100; sent++) {
    const probe = performance.now();
    probes.push(bodyOf(`${site.origin}/healthz`).then(() => times.push(performance.now() - probe)));
    if (sent % 50 === 0) probes.push(bodyOf(`${site.origin}/`));
    await delay(10);
  }
  await Promise.all(probes);
  const p99 = percentile(times, 0.99);
  const { peak } = await memoryOf(site.pid);
  if (text === '') check('healthz p99 while 20,000 openings are read', p99, { atMost: 150 }, ' ms');
  return {
    openings: `20,000 of ${name}`,
    'response (MB)': host.megabytes.toFixed(0),
    'first request (ms)': first.toFixed(0),
    'reads a second': ((host.reads() - before) / seconds).toFixed(2),
    'healthz p99 (ms)': p99.toFixed(0),
    'longest (ms)': Math.max(...times).toFixed(0),
    'peak (MiB)': peak.toFixed(0),
  };
}

printTable([
  await measure('1 kB', ''),
  await measure('4 kB', '<p class="text">Bread &amp; butter, every day\n</p>'.repeat(70)),
]);

/**
 * 1,000 clients send a request at once and leave. The bench measures when the next client gets its response, and the
 * memory.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  bodyOf,
  check,
  connectTo,
  median,
  memoryOf,
  printTable,
  resetPeak,
  startBenchSite,
} from './site.ts';

const clients = 1000;

async function crowd(origin: string, pathOf: (client: number) => string): Promise<number> {
  const { hostname } = new URL(origin);
  const sockets = await Promise.all(Array.from({ length: clients }, () => connectTo(origin)));
  // The sockets are paused, because reading the responses would delay the measurement in this process.
  for (const socket of sockets) socket.pause();
  for (const [client, socket] of sockets.entries())
    socket.write(`GET ${pathOf(client)} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  // The site reads some of the requests in this time.
  await delay(20);
  for (const socket of sockets) socket.destroy();
  const started = performance.now();
  await bodyOf(`${origin}/contact`);
  return performance.now() - started;
}

async function measure(
  name: string,
  env: Readonly<Record<string, string>>,
  pathOf: (client: number) => string,
) {
  await using site = await startBenchSite({ openings: 50, env });
  for (let i = 0; i < 20; i++) await bodyOf(`${site.origin}/`);
  await bodyOf(`${site.origin}/contact`);
  await resetPeak(site.pid);
  const { now: before } = await memoryOf(site.pid);
  const times = [];
  for (let round = 0; round < 3; round++) {
    times.push(await crowd(site.origin, pathOf));
    await delay(1000);
  }
  return { name, before, next: median(times), peak: (await memoryOf(site.pid)).peak };
}

const home = await measure('home', {}, () => '/');
check('next response after 1,000 clients left', home.next, { atMost: 100 }, ' ms');
check('peak resident memory with 1,000 clients', home.peak, { atMost: 300 }, ' MiB');
const all = [
  home,
  await measure('home, CACHE_TTL_MS=0', { CACHE_TTL_MS: '0' }, () => '/'),
  await measure('1,000 different searches', {}, (client) => `/?company_id=91&q=${client}`),
];
printTable(
  all.map(({ name, next, before, peak }) => ({
    '1,000 clients ask for': name,
    'next response (ms)': next.toFixed(0),
    'resident before (MiB)': before.toFixed(0),
    'peak (MiB)': peak.toFixed(0),
  })),
);

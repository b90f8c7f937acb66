/**
 * Requests that cost more than they should: feeds with junk parameters that nobody reads, openings that do not exist, and
 * one client that asks for every share picture; 2,000 openings with descriptions of 4 kB.
 *
 *     npm run bench -- openings [seconds]
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  bodyOf,
  check,
  manyOpenings,
  memoryOf,
  printTable,
  resetPeak,
  startBenchSite,
} from './site.ts';

const seconds = Number(process.argv[2] ?? 10);
const openings = (await manyOpenings(2000)).map((opening, index) => ({
  ...opening,
  id: String(1000 + index),
  jobdescription: `<p>Opening ${index}: ${'bake <b>bread</b> &amp; cakes, '.repeat(140)}</p>`,
}));
const list = Buffer.from(JSON.stringify({ status: true, data: openings }));
const byId = new Map(openings.map((opening) => [opening.id, opening]));

const host = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://host');
  const [, , call, id = ''] = pathname.split('/');
  const opening = byId.get(decodeURIComponent(id));
  const isMissing = call === 'findopening' && !opening;
  response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
  if (call === 'openingsall') response.end(list);
  else if (call === 'findopening')
    response.end(JSON.stringify({ status: !isMissing, data: opening }));
  else response.end(JSON.stringify({ status: true, data: [] }));
});
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
const { port } = host.address() as AddressInfo;

await using site = await startBenchSite({
  env: { API_HOST: `http://127.0.0.1:${port}`, TRUST_PROXY: '1' },
});
const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** Sends one request of a client and reads nothing. */
async function unread(path: string, client: string) {
  const { hostname, port, host: name } = new URL(site.origin);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  const headers = `host: ${name}\r\nx-forwarded-for: ${client}`;
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
}

const get = (path: string, client: string) =>
  fetch(site.origin + path, { headers: { 'x-forwarded-for': client } }).then((response) =>
    response.arrayBuffer(),
  );

async function repeat(pathOf: (count: number) => string, client: string, isOver: () => boolean) {
  for (let count = 0; !isOver(); count += 1) await get(pathOf(count), client);
}

async function probe(path: string, isOver: () => boolean): Promise<number[]> {
  const times = [];
  while (!isOver()) {
    const started = performance.now();
    await bodyOf(site.origin + path);
    times.push(performance.now() - started);
    await delay(10);
  }
  return times;
}

const attacks: Readonly<Record<string, (isOver: () => boolean) => Promise<unknown>[]>> = {
  none: () => [],
  '30 unread feeds': () =>
    Array.from({ length: 30 }, (_, n) =>
      unread(`/${n % 2 ? 'jobs.xml' : 'feed.rss'}?page=junk${n}`, '198.18.0.1'),
    ),
  '4 senders of unknown ids': (isOver) =>
    Array.from({ length: 4 }, (_, n) =>
      repeat((count) => `/application/head-baker-${n}-${count}`, `198.18.1.${n}`, isOver),
    ),
  'every share picture': (isOver) =>
    Array.from({ length: 60 }, (_, n) =>
      repeat((count) => `/share/${1000 + ((n * 31 + count) % 2000)}.png`, '198.18.2.1', isOver),
    ),
};

for (const path of ['/', '/', '/feed.rss']) await bodyOf(site.origin + path);
await delay(1000);
const { now: idle } = await memoryOf(site.pid);
const rows = [];
for (const [name, attack] of Object.entries(attacks)) {
  await resetPeak(site.pid);
  let over = false;
  const isOver = () => over;
  const health = probe('/healthz', isOver);
  const home = probe('/', isOver);
  const running = attack(isOver);
  const started = performance.now();
  const picture =
    name === 'every share picture'
      ? delay(1000).then(() => get('/share/1777.png', '198.18.3.1'))
      : undefined;
  const pictureMs = picture?.then(() => performance.now() - started - 1000);
  await delay(seconds * 1000);
  over = true;
  const [healthMs, homeMs] = [percentile(await health, 0.99), percentile(await home, 0.99)];
  await Promise.all(running);
  const { peak } = await memoryOf(site.pid);
  rows.push({
    attack: name,
    'healthz p99 (ms)': healthMs.toFixed(0),
    'home p99 (ms)': homeMs.toFixed(0),
    'memory above idle (MiB)': (peak - idle).toFixed(0),
    "another client's picture (ms)": pictureMs ? (await pictureMs).toFixed(0) : '',
  });
  check(`${name}: /healthz p99`, healthMs, { atMost: 150 }, ' ms');
  check(`${name}: home p99`, homeMs, { atMost: 150 }, ' ms');
  check(`${name}: memory above idle`, peak - idle, { atMost: 150 }, ' MiB');
}
printTable(rows);
host.closeAllConnections();
host.close();

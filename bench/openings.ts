/**
 * The bench sends requests that cost more than they should, one kind after the other and all at once: feeds with junk
 * parameters that nobody reads, openings that do not exist, share pictures, feeds that are stored, forms that arrive
 * slowly, and /readyz. The site has 2,000 openings with descriptions of 4 kB. One application of 100 kB is sent while all
 * kinds are.
 *
 *     npm run bench -- openings [seconds [openings [attack]]]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { probe } from './probe.ts';
import {
  applicationForm,
  bodyOf,
  check,
  connectTo,
  encodeForm,
  manyOpenings,
  memoryOf,
  percentile,
  printTable,
  resetPeak,
  serveApi,
  startBenchSite,
} from './site.ts';

/** At 20 requests a second, the p99 of less than 20 s is the slowest single request. */
const seconds = Number(process.argv[2] ?? 20);
const only = process.argv[4];
const cities = 200;
const count = Number(process.argv[3] ?? 2000);
const openings = (await manyOpenings(count)).map((opening, index) => ({
  ...opening,
  id: String(1000 + index),
  locations: [{ city: `City ${index % cities}`, region: 'Lagos', country: 'NG' }],
  jobdescription: `<p>Opening ${index}: ${'bake <b>bread</b> &amp; cakes, '.repeat(140)}</p>`,
}));
const byId = new Map(openings.map((opening) => [opening.id, opening]));

using host = await serveApi((call, id) => {
  if (call === 'findopening') return byId.get(id);
  if (call === 'applyjobposting') return { data: { id: 501 } };
  return call === 'openingsall' ? openings : [];
});

await using site = await startBenchSite({
  env: { API_HOST: host.origin, TRUST_PROXY: '1' },
});

async function unread(path: string, client: string) {
  const socket = (await connectTo(site.origin)).pause();
  const headers = `host: ${new URL(site.origin).host}\r\nx-forwarded-for: ${client}`;
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
}

const get = (path: string, client: string) =>
  fetch(site.origin + path, { headers: { 'x-forwarded-for': client } }).then((response) =>
    response.arrayBuffer(),
  );

async function repeat(pathOf: (count: number) => string, client: string, isOver: () => boolean) {
  for (let count = 0; !isOver(); count += 1) await get(pathOf(count), client);
}

/**
 * Posts to a server function without a length, a byte each quarter of a second, and starts again when the site closes the
 * connection. Returns at the end.
 */
async function postSlowly(path: string, client: string, isOver: () => boolean) {
  const name = new URL(site.origin).host;
  while (!isOver()) {
    const socket = (await connectTo(site.origin)).resume();
    const headers = `host: ${name}\r\norigin: ${site.origin}\r\nx-forwarded-for: ${client}\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked`;
    socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n1\r\n-\r\n`);
    while (!isOver() && !socket.destroyed) {
      await delay(250);
      socket.write('1\r\n \r\n');
    }
    socket.destroy();
  }
}

/** The number of responses of `/readyz` by status. */
const readiness = new Map<number, number>();
async function askReadiness(isOver: () => boolean) {
  while (!isOver()) {
    const { status } = await fetch(`${site.origin}/readyz`);
    readiness.set(status, (readiness.get(status) ?? 0) + 1);
  }
}

/** Sends an application of 100 kB without script. Returns the milliseconds until it was accepted, or NaN if it was not. */
async function apply(): Promise<number> {
  const url = `${site.origin}/application/1000`;
  const paragraph = '<p style="color: #123456; margin: 0 0 1em 0">Bread</p>';
  const letter = paragraph.repeat(Math.floor(98_000 / paragraph.length));
  const form = applicationForm((await bodyOf(url)).toString(), letter);
  const [body, type] = await encodeForm(form);
  const started = performance.now();
  const headers = { 'content-type': type, origin: site.origin, 'x-forwarded-for': '198.18.9.1' };
  const html = await fetch(url, { method: 'POST', headers, body }).then((sent) => sent.text());
  return html.includes('Form submitted') ? performance.now() - started : Number.NaN;
}

const ids = openings.map(({ id }) => id);
const storedFeeds = Array.from(
  { length: cities },
  (_, n) => `city=${encodeURIComponent(`City ${n}`)}`,
).flatMap((query) => ['feed.rss', 'feed.json', 'jobs.xml'].map((feed) => `/${feed}?${query}`));

type Attack = (isOver: () => boolean) => Promise<unknown>[];
const many = (length: number, start: (n: number) => Promise<unknown>) =>
  Array.from({ length }, (_, n) => start(n));
const single: Readonly<Record<string, Attack>> = {
  '30 unread feeds': () =>
    many(30, (n) => unread(`/${n % 2 ? 'jobs.xml' : 'feed.rss'}?page=junk${n}`, '198.18.0.1')),
  '4 senders of unknown ids': (isOver) =>
    many(4, (n) => repeat((at) => `/application/head-baker-${n}-${at}`, `198.18.1.${n}`, isOver)),
  '60 clients of share pictures': (isOver) =>
    many(60, (n) =>
      repeat((at) => `/share/${ids[(n * 31 + at) % ids.length]}.png`, `198.18.2.${n}`, isOver),
    ),
  '110 slow chunked posts': (isOver) =>
    many(110, (n) => postSlowly('/application/1000', `198.18.4.${n}`, isOver)),
  '10 probers of /readyz': (isOver) => many(10, () => askReadiness(isOver)),
};
const attacks: Readonly<Record<string, Attack>> = {
  none: () => [],
  ...single,
  'one client of every share picture': (isOver) =>
    many(60, (n) =>
      repeat((at) => `/share/${ids[(n * 31 + at) % ids.length]}.png`, '198.18.2.1', isOver),
    ),
  'one client of every stored feed': (isOver) => [
    repeat((at) => storedFeeds[at % storedFeeds.length] ?? '/', '198.18.5.1', isOver),
  ],
  'all at once': (isOver) => Object.values(single).flatMap((attack) => attack(isOver)),
};

for (const path of ['/', '/', '/feed.rss']) await bodyOf(site.origin + path);
await delay(1000);
const { now: idle } = await memoryOf(site.pid);
const rows = [];
for (const [name, attack] of Object.entries(attacks)) {
  if (only !== undefined && name !== only) continue;
  await resetPeak(site.pid);
  let over = false;
  const isOver = () => over;
  const health = probe(`${site.origin}/healthz`);
  const home = probe(`${site.origin}/`);
  const running = attack(isOver);
  const started = performance.now();
  const picture =
    name === 'one client of every share picture'
      ? delay(1000).then(() => get('/share/1777.png', '198.18.3.1'))
      : undefined;
  const pictureMs = picture?.then(() => performance.now() - started - 1000);
  const application = name === 'all at once' ? delay(2000).then(apply) : undefined;
  await delay(seconds * 1000);
  over = true;
  const healthMs = percentile(await health.stop(), 0.99);
  const homeMs = percentile(await home.stop(), 0.99);
  await Promise.all(running);
  const { peak } = await memoryOf(site.pid);
  rows.push({
    attack: name,
    'healthz p99 (ms)': healthMs.toFixed(0),
    'home p99 (ms)': homeMs.toFixed(0),
    'memory above idle (MiB)': (peak - idle).toFixed(0),
    "another client's picture (ms)": pictureMs ? (await pictureMs).toFixed(0) : '',
    '100 kB application (ms)': application ? (await application).toFixed(0) : '',
  });
  check(`${name}: /healthz p99`, healthMs, { atMost: 150 }, ' ms');
  check(`${name}: home p99`, homeMs, { atMost: 150 }, ' ms');
  check(`${name}: memory above idle`, peak - idle, { atMost: 150 }, ' MiB');
  if (application)
    check(`${name}: application of 100 kB accepted`, await application, { atMost: 10_000 }, ' ms');
}
const notReady = [...readiness].reduce((sum, [status, n]) => sum + (status === 200 ? 0 : n), 0);
check('responses of /readyz that are not 200', notReady, { atMost: 0 });
printTable(rows);

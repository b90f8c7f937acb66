/**
 * Hostile clients attack at once: four senders of the most expensive invalid application, 100 pipelined connections that
 * read nothing, and 128 slow uploads. Meanwhile `/healthz` and home are requested one after the other.
 *
 *     npm run bench -- hostile [seconds [forms|pipelines|uploads]]
 */
import { request } from 'node:http';
import type { Socket } from 'node:net';
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
  uploadTickets,
} from './site.ts';

const seconds = Number(process.argv[2] ?? 20);
const only = process.argv[3];
const chosen = (attack: string, count: number) =>
  only === undefined || only === attack ? count : 0;
const senders = chosen('forms', 4);
const pipelined = chosen('pipelines', 100);
const uploads = chosen('uploads', 128);

/** This API host has fifty openings and reads documents, which never end. */
async function startApiHost() {
  const openings = await manyOpenings(50);
  return serveApi((call, id) => {
    if (call === 'findopening') return openings.find((opening) => String(opening.id) === id);
    return call === 'companylocations' ? [{ id: '91', company_name: 'Bench' }] : openings;
  });
}

const sockets = new Set<Socket>();
const open = async (origin: string): Promise<Socket> => {
  const socket = await connectTo(origin);
  sockets.add(socket);
  return socket;
};

/** The letter has the deepest nesting that is parsed, repeated up to the length that is read. */
const expensiveLetter = `${'<b><i>'.repeat(99)}x${'</i></b>'.repeat(99)}`
  .repeat(100)
  .slice(0, 119_000);

/** Posts the form repeatedly without script, from one address. */
async function sendForms(url: string, form: FormData, sender: number, isOver: () => boolean) {
  const [encoded, type] = await encodeForm(form);
  const statuses = new Map<number, number>();
  while (!isOver()) {
    const headers = {
      'content-type': type,
      'content-length': encoded.length,
      origin: new URL(url).origin,
      'x-forwarded-for': `198.18.0.${sender}`,
    };
    await new Promise<void>((resolve) => {
      const outgoing = request(url, { method: 'POST', headers });
      outgoing.on('error', () => resolve());
      outgoing.on('response', (response) => {
        const { statusCode = 0 } = response;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        response.resume().on('close', resolve);
      });
      outgoing.end(encoded);
    });
  }
  return statuses;
}

/** Sends as many requests as may wait, of different kinds, and reads no response. */
async function pipeline(origin: string, paths: readonly string[]) {
  const socket = (await open(origin)).pause();
  const { host } = new URL(origin);
  socket.write(
    Array.from(
      { length: 60 },
      (_, index) => `GET ${paths[index % paths.length]} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    ).join(''),
  );
}

/** Sends 256 bytes of a document each quarter of a second. */
async function uploadSlowly(origin: string, cookie: string, isOver: () => boolean) {
  const socket = (await open(origin)).resume();
  socket.write(
    [
      'POST /api/uploadapplicantdocument HTTP/1.1',
      `host: ${new URL(origin).host}`,
      'content-type: multipart/form-data; boundary=b',
      'content-length: 1000000000',
      `cookie: ${cookie}`,
      '\r\n--b\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
    ].join('\r\n'),
  );
  socket.write(Buffer.alloc(64 * 1024, 'x'));
  while (!isOver() && !socket.destroyed) {
    socket.write(Buffer.alloc(256, 'x'));
    await delay(250);
  }
}

using host = await startApiHost();
await using site = await startBenchSite({
  env: { API_HOST: host.origin, TRUST_PROXY: '1', API_TIMEOUT_MS: '60000' },
});
const cookies = await uploadTickets(site.dataDir, uploads);
const opening = `${site.origin}/application/1000`;
const html = (await bodyOf(`${site.origin}/`)).toString();
const script = /\/assets\/[^"'\s]+\.js/.exec(html)?.[0] ?? '/';
const paths = ['/', '/contact', '/application/1000', script];
for (let i = 0; i < 20; i++) for (const path of paths) await bodyOf(site.origin + path);
// The form is valid except for the letter, which is too long after it has been sanitized.
const form = applicationForm((await bodyOf(opening)).toString(), expensiveLetter);
await delay(2000);

async function measure(name: string, attacks: boolean) {
  let over = false;
  const isOver = () => over;
  await resetPeak(site.pid);
  const { now: idle } = await memoryOf(site.pid);
  const running: Promise<unknown>[] = [];
  const forms: ReturnType<typeof sendForms>[] = [];
  if (attacks) {
    for (let sender = 0; sender < senders; sender++)
      forms.push(sendForms(opening, form, sender, isOver));
    for (let index = 0; index < pipelined; index++) running.push(pipeline(site.origin, paths));
    for (const cookie of cookies) running.push(uploadSlowly(site.origin, cookie, isOver));
  }
  const health = probe(`${site.origin}/healthz`);
  const home = probe(`${site.origin}/`);
  await delay(seconds * 1000);
  over = true;
  const times = { health: await health.stop(), home: await home.stop() };
  const { peak, now } = await memoryOf(site.pid);
  for (const socket of sockets) socket.destroy();
  await Promise.all(running);
  const statuses = new Map<number, number>();
  for (const sent of await Promise.all(forms))
    for (const [status, count] of sent) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return { name, idle, peak, now, answers, ...times };
}

const calm = await measure('nobody', false);
const hostile = await measure(only ?? 'all three', true);
check(
  'p99 of /healthz among hostile clients',
  percentile(hostile.health, 0.99),
  { atMost: 150 },
  ' ms',
);
check('p99 of home among hostile clients', percentile(hostile.home, 0.99), { atMost: 150 }, ' ms');
check('peak memory above idle', hostile.peak - calm.idle, { atMost: 150 }, ' MiB');
printTable(
  [calm, hostile].map(({ name, health, home, idle, peak, now, answers }) => ({
    attackers: name,
    'healthz p50 (ms)': percentile(health, 0.5).toFixed(0),
    'healthz p99 (ms)': percentile(health, 0.99).toFixed(0),
    'home p50 (ms)': percentile(home, 0.5).toFixed(0),
    'home p99 (ms)': percentile(home, 0.99).toFixed(0),
    'forms answered': answers,
    'resident before (MiB)': idle.toFixed(0),
    'peak (MiB)': peak.toFixed(0),
    'at the end (MiB)': now.toFixed(0),
  })),
);

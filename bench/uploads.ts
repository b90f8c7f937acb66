/**
 * Uploads through the site, with its limit and signature check, are compared with proxies that forward bytes unread. The
 * API host discards them. The bench sends one document of 1 GiB and of 4 GiB, then 16 and 64 documents at once.
 *
 *     npm run bench -- uploads [MiB of one document [MiB of the large one [MiB of all at once]]]
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { preparePeers, startHono, startNginx, startUploadTarget } from './peers.ts';
import {
  bodyOf,
  check,
  connectTo,
  memoryOf,
  printTable,
  resetPeak,
  startBenchSite,
  uploadTickets,
} from './site.ts';

const mebibyte = 1024 * 1024;
const [one = 1024, large = 4096, total = 1024] = process.argv.slice(2).map(Number);
const rounds = 3;
const uploadPath = '/api/uploadapplicantdocument';

interface Proxy {
  readonly name: string;
  readonly origin: string;
  readonly path: string;
  readonly pid: number;
  /** Each simultaneous document needs the cookie of an upload ticket. A proxy that does not check it has none. */
  readonly cookies: readonly string[];
}

const chunk = Buffer.alloc(256 * 1024, 'Careers and bread. ');
const head = Buffer.from(
  '--b\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
);
const end = Buffer.from('\r\n--b--\r\n');

/**
 * Sends one document of this many MiB. It writes to the socket, because the client shares its processor with the API host.
 */
async function upload(
  { origin, path, name }: Proxy,
  cookie: string | undefined,
  mebibytes: number,
) {
  const socket = await connectTo(origin);
  const chunks = Math.round((mebibytes * mebibyte) / chunk.length);
  const headers = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    'accept: application/json',
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${head.length + chunks * chunk.length + end.length}`,
    ...(cookie === undefined ? [] : [`cookie: ${cookie}`]),
  ];
  const response = once(socket, 'data');
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  socket.write(head);
  for (let sent = 0; sent < chunks; sent++) if (!socket.write(chunk)) await once(socket, 'drain');
  socket.write(end);
  const text = String(await response);
  socket.destroy();
  if (!/^HTTP\/1\.1 20\d /.test(text)) throw new Error(`${name}: ${text}`);
}

async function measure(proxy: Proxy, count: number, mebibytes: number) {
  await delay(500);
  await resetPeak(proxy.pid);
  const { now: idle } = await memoryOf(proxy.pid);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: count }, (_, index) => upload(proxy, proxy.cookies[index], mebibytes)),
  );
  const seconds = (performance.now() - started) / 1000;
  const { peak } = await memoryOf(proxy.pid);
  return { rate: (count * mebibytes) / seconds, above: peak - idle };
}

preparePeers();
await using target = await startUploadTarget();
await using site = await startBenchSite({ env: { API_HOST: target.origin } });
await using nginx = await startNginx(Buffer.alloc(0), target.origin);
await using hono = await startHono({ UPLOAD_TARGET: target.origin });
await bodyOf(`${site.origin}/contact`);
const proxies: Proxy[] = [
  {
    name: 'nginx, proxy_request_buffering off',
    origin: nginx.origin,
    path: '/upload',
    pid: nginx.pid,
    cookies: [],
  },
  {
    name: 'the site',
    origin: site.origin,
    path: uploadPath,
    pid: site.pid,
    cookies: await uploadTickets(site.dataDir, 64),
  },
  { name: 'Hono, pipe', origin: hono.origin, path: '/upload', pid: hono.pid, cookies: [] },
];
// 'Idle' in the table is a server after use.
for (const proxy of proxies) await measure(proxy, 4, 16);

const rows = [];
for (const { count, mebibytes } of [
  { count: 1, mebibytes: one },
  { count: 1, mebibytes: large },
  { count: 16, mebibytes: total / 16 },
  { count: 64, mebibytes: total / 64 },
]) {
  const best = new Map<Proxy, { rate: number; above: number }>();
  // The order changes, because a virtual processor gets slower while it is busy.
  for (let round = 0; round < rounds; round++)
    for (const proxy of round % 2 === 0 ? proxies : proxies.toReversed()) {
      const { rate, above } = await measure(proxy, count, mebibytes);
      const earlier = best.get(proxy) ?? { rate: 0, above: 0 };
      best.set(proxy, {
        rate: Math.max(rate, earlier.rate),
        above: Math.max(above, earlier.above),
      });
    }
  const [theirs, ours] = proxies.map((proxy) => best.get(proxy));
  const what = `${count} × ${mebibytes} MiB`;
  if (!ours || !theirs) continue;
  if (count === 1) check(`upload of ${what} / nginx`, ours.rate / theirs.rate, { atLeast: 0.8 });
  check(`memory of ${what} above idle`, ours.above, { atMost: 10 }, ' MiB');
  for (const [{ name }, { rate, above }] of best)
    rows.push({
      documents: what,
      through: name,
      'ratio to nginx': (rate / theirs.rate).toFixed(2),
      'MiB/s': rate.toFixed(0),
      'peak above idle (MiB)': above.toFixed(0),
    });
}
printTable(rows);

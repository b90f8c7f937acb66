/**
 * An application has a CV of 50 MB and a slow line. It is sent in Chromium through the site, and by the command line to
 * the API host, at the same time, each on a separate line. An upload may take longer than any time limit while bytes
 * arrive.
 *
 *     npm run bench -- slow-line [kB/s [MB]]
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { documentTypes } from '../src/domain/model/document-types.ts';
import {
  check,
  manyOpenings,
  memoryOf,
  printTable,
  resetPeak,
  root,
  serveApi,
  startBenchSite,
  uploadTickets,
} from './site.ts';

const [kilobytesPerSecond = 500, megabytes = 50] = process.argv.slice(2).map(Number);
const openingId = '1';

/** Accepts every application and document, and counts the bytes. */
async function startApiHost() {
  const [opening] = await manyOpenings(1);
  const listed = { ...opening, id: openingId, company_id: '1' };
  let received = 0;
  const server = await serveApi((call, _id, incoming) => {
    incoming.on('data', ({ length }: Buffer) => {
      received += length;
    });
    if (call === 'findopening') return listed;
    if (call === 'applyjobposting') return { data: { id: 501 } };
    return call === 'openingsall' ? [listed] : [];
  });
  return { ...server, received: () => received };
}

/** Each connection of the line sends this many kB a second. */
async function startSlowLine() {
  let target = '';
  const sockets = new Set<Socket>();
  const server = createTcpServer((client) => {
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
    client.on('data', (chunk) => {
      upstream.write(chunk);
      client.pause();
      setTimeout(() => client.resume(), chunk.length / kilobytesPerSecond);
    });
    client.on('end', () => upstream.end()).on('close', () => upstream.destroy());
    upstream.pipe(client).on('close', () => client.destroy());
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo(origin: string) {
      target = origin;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const folder = await mkdtemp(join(tmpdir(), 'careers-slow-line-'));
const documents = Object.fromEntries(
  documentTypes.map(({ type }) => [type, `${type}.${type === 'passport' ? 'png' : 'pdf'}`]),
);
for (const name of Object.values(documents))
  await writeFile(
    join(folder, name),
    name.endsWith('png') ? Buffer.from('89504e470d0a1a0a', 'hex') : '%PDF-1.7\n',
  );
await truncate(join(folder, documents.cv ?? ''), megabytes * 1e6);

async function byCommand(host: string): Promise<string> {
  const file = join(root, 'fixtures', 'applications', 'ngozi-eze.json');
  const { application } = JSON.parse(await readFile(file, 'utf8'));
  const fixture = join(folder, 'application.json');
  await writeFile(
    fixture,
    JSON.stringify({
      application: { ...application, joblistingid: openingId, answers: {} },
      documents,
    }),
  );
  const args = ['cli/careers.js', 'submit', fixture, '--host', host, '--json'];
  const ran = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  const [result] = JSON.parse(ran.stdout);
  return result.documents.every(({ outcome }: { outcome: string }) => outcome === 'received')
    ? 'received'
    : JSON.stringify(result);
}

async function inChromium(origin: string, cookie: string): Promise<string> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: origin }]);
    page.setDefaultTimeout(0);
    await page.goto(`${origin}/application/${openingId}`);
    for (const [type, file] of Object.entries(documents))
      await page.locator(`input[type="file"][name="${type}"]`).setInputFiles(join(folder, file));
    await page.getByRole('button', { name: 'Upload documents' }).click();
    const problem = page.getByText('An error occured').first();
    return await Promise.race([
      page.waitForURL('**/feedback?*').then(() => 'received'),
      problem.waitFor().then(() => page.locator('main').innerText()),
    ]);
  } finally {
    await browser.close();
  }
}

using host = await startApiHost();
const [siteLine, hostLine] = [await startSlowLine(), await startSlowLine()];
hostLine.leadTo(host.origin);
await using site = await startBenchSite({
  env: { API_HOST: host.origin, SITE_ORIGIN: siteLine.origin },
});
siteLine.leadTo(site.origin);
const [cookie = ''] = await uploadTickets(site.dataDir, 1);
const { now: idle } = await memoryOf(site.pid);
await resetPeak(site.pid);
const timed = async (name: string, run: Promise<string>) => {
  const started = performance.now();
  const outcome = await run;
  const seconds = (performance.now() - started) / 1000;
  const slowest = ((megabytes * 1000) / kilobytesPerSecond) * 1.2 + 20;
  check(
    `${name}, ${megabytes} MB at ${kilobytesPerSecond} kB/s: ${outcome}`,
    outcome === 'received' ? seconds : Number.NaN,
    { atMost: slowest },
    ' s',
  );
  return { sent: name, 'time (s)': seconds.toFixed(0), outcome };
};
const rows = await Promise.all([
  timed('in Chromium', inChromium(siteLine.origin, cookie)),
  timed('by the command line', byCommand(hostLine.origin)),
]);
const { peak } = await memoryOf(site.pid);
check('memory of the site above idle', peak - idle, { atMost: 80 }, ' MiB');
check('bytes at the API host', host.received() / 1e6, { atLeast: 2 * megabytes }, ' MB');
printTable(rows);
for (const line of [siteLine, hostLine]) line.close();
await rm(folder, { recursive: true });

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { listen } from '#cli/server/http-server.ts';
import { maxJsonBytes } from '#src/api-host/routes/request.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { testHost } from './api-host/support/host.ts';
import { buildApplication } from './support/build-application.ts';
import { ownProcess } from './support/own-process.ts';

const scripted = await ownProcess();
const { siteMiddleware } = await import('#src/app.ts');
const { defaultLimits } = await import('#src/limits/rate-limiter.ts');
const { submissionRepository } = await import('#src/submissions/repository.ts');

/** The end of a long request would take too much time to read. */
const framings = { declared: 200, chunked: 'closes', long: 'closes' } as const;
type Framing = keyof typeof framings;
type Case = readonly [status: number, path: string, headers: object, start?: string | undefined];
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };
const file = (name: string, filename: string) =>
  `--b\r\nContent-Disposition: form-data; name="document_type"\r\n\r\n${name}\r\n--b\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n%PDF-1.7\n`;

/**
 * Sends all of a request except its end, waits for the answer, sends the end and then another request on the same
 * connection. Returns the statuses of the answers, and 'closes' if the first one says so.
 */
async function twoRequests(
  port: number,
  [, path, headers, start = '']: Case,
  framing: Framing,
  next: string,
) {
  const isDeclared = framing !== 'chunked';
  const body = Buffer.from(
    start.padEnd(framing === 'long' ? 5 * maxJsonBytes : 1.2 * maxJsonBytes, 'x'),
  );
  const length = isDeclared
    ? { 'Content-Length': body.length }
    : { 'Transfer-Encoding': 'chunked' };
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  const closed = once(socket, 'close');
  const ended = once(socket, 'end');
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  const send = (part: Buffer) => {
    if (!isDeclared) socket.write(`${part.length.toString(16)}\r\n`);
    socket.write(part);
    if (!isDeclared) socket.write('\r\n');
  };
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n`);
  send(body.subarray(0, -1000));
  while (!received.includes('\r\n\r\n') && !socket.closed)
    await Promise.race([once(socket, 'data'), closed]);
  const isClosing = /^connection: close/im.test(received);
  send(body.subarray(-1000));
  if (!isDeclared) socket.write('0\r\n\r\n');
  if (!isClosing)
    socket.write(`GET ${next} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await Promise.race([ended, closed]);
  socket.end();
  await closed;
  assert.deepEqual(errors, []);
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  return isClosing ? [...statuses, 'closes'] : statuses;
}

const key = 'k'.repeat(22);
const id = await acceptSubmission(submissionRepository(), '601', key, buildApplication());
const ticket = { Cookie: `upload_ticket=${submissionRepository().ticket(id)}` };
const script = { Accept: 'application/json' };

const siteCases: Case[] = [
  [400, '/contact', { ...multipart, hOST: 'localhost' }],
  [
    400,
    '/api/uploadapplicantdocument',
    { ...multipart, ...ticket, ...script },
    file('photo', 'a.pdf'),
  ],
  [403, '/contact', { ...multipart, Origin: 'https://evil.example' }],
  [403, '/alerts', { ...urlencoded, Origin: 'https://evil.example' }],
  [403, '/alerts/guess/confirm', { ...multipart, 'Sec-Fetch-Site': 'cross-site' }],
  [403, '/api/uploadapplicantdocument', { ...multipart, ...script }, file('cv', 'cv.pdf')],
  [404, '/RSC/F/a/b.txt', multipart],
  [405, '/', multipart],
  [405, '/texts/late.json', multipart],
  [405, '/fr/texts/late.json', multipart],
  [413, '/contact', multipart],
  [413, '/application/11', multipart],
  [413, '/forms/quote', multipart],
  [413, '/alerts', urlencoded],
  [413, '/fr/alerts', multipart],
  [413, '/alerts/guess/end', urlencoded],
  [413, '/unsubscribe/guess', urlencoded],
  [413, '/fr/unsubscribe/guess', { ...urlencoded, Origin: 'https://mail.example' }],
  [415, '/application/12', { 'Content-Type': 'text/plain' }],
  [
    422,
    '/api/uploadapplicantdocument',
    { ...multipart, ...ticket, ...script },
    file('cv', 'cv.pdf'),
  ],
  [429, '/my-application/guess/erase', multipart],
  [429, '/alerts/guess/end', multipart],
];

test('after an early answer of the site, the connection serves the next request or was said to close', async (t) => {
  const { app } = siteMiddleware(() => new Response('page'), { serverModules: {} });
  const incoming = { socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage;
  const reachLimit = async () => {
    for (let count = 0; count < defaultLimits.link; count += 1)
      await app.request('/my-application/guess', {}, { incoming });
  };
  const server = await listen({
    port: 0,
    idleMs: 10_000,
    responseMs: 10_000,
    site: Promise.resolve({
      sendStored: () => false,
      longHeaders: () => '',
      fetch: async (request, bindings) => app.fetch(request, bindings),
    }),
  });
  t.after(() => server.close(0));
  scripted.always('uploadapplicantdocument', {
    after: 0,
    respond: ({ response }) => void response.writeHead(422, { 'content-length': 2 }).write('{}'),
  });
  for (const each of siteCases) {
    if (each[0] === 429) await reachLimit();
    for (const [framing, second] of Object.entries(framings)) {
      const statuses = await twoRequests(server.port, each, framing as Framing, '/healthz');
      assert.deepEqual(statuses, [each[0], second], `${each.slice(0, 2)} ${framing}`);
    }
  }
});

const json = { 'Content-Type': 'application/json' };
const hostCases: Case[] = [
  [400, '/api/contact', { ...json, hOST: 'localhost' }],
  [404, '/api/nothing', json],
  [405, '/api/openingsall', json],
  [413, '/api/applyjobposting', json],
  [413, '/links/read', json],
  [413, '/applications/601/link', json],
  [413, '/alerts', json],
  [413, '/alerts/read', json],
  [413, '/api/uploadapplicantdocument', multipart, file('cv', 'cv.pdf')],
  [415, '/api/contact', { 'Content-Type': 'text/plain' }],
  [415, '/alerts', { 'Content-Type': 'text/plain' }],
  [422, '/api/uploadapplicantdocument', multipart, file('photo', 'a.pdf')],
];

test('after an early answer of the API host, the connection serves the next request or was said to close', async (t) => {
  const open = await testHost(t, { settings: { uploadMaxBytes: 1000 } });
  const key = 's'.repeat(32);
  const mail = { url: 'smtp://127.0.0.1:1', from: 'a@jobs.example' };
  const siteOrigin = 'https://jobs.example';
  const secret = await testHost(t, { settings: { secret: key, siteOrigin, mail } });
  const asSite = { Authorization: `Bearer ${key}` };
  const port = ({ origin }: { readonly origin: string }) => Number(new URL(origin).port);
  for (const [framing, second] of Object.entries(framings)) {
    for (const [status, path, headers, start] of hostCases) {
      const isOfSite = !path.startsWith('/api/');
      const each: Case = [status, path, isOfSite ? { ...headers, ...asSite } : headers, start];
      const host = isOfSite ? secret : open;
      const statuses = await twoRequests(port(host), each, framing as Framing, '/health');
      assert.deepEqual(statuses, [status, second], `${status} ${path} ${framing}`);
    }
    const unauthorized: Case = [401, '/api/contact', json];
    assert.deepEqual(await twoRequests(port(secret), unauthorized, framing as Framing, '/health'), [
      401,
      second,
    ]);
  }
});

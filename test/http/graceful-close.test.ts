import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { uploadPath } from '#src/addresses.ts';
import { gracefulClose, uploadGraceMs } from '#src/http/graceful-close.ts';
import { languages } from '#src/language/server.ts';

test('a request that arrived while a closing server was busy gets its response', async () => {
  const server = createServer((_, outgoing) => outgoing.end('here')).listen(0, '127.0.0.1');
  const close = gracefulClose(server);
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(client, 'connect'), once(server, 'connection')]);
  const response = text(client);
  const closed = close(1000);
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  // The response takes longer than the interval in which connections without a request are closed.
  for (const until = performance.now() + 100; performance.now() < until; );
  assert.match(await response, /here$/);
  await closed;
});

test('requests on connections that the system has accepted before the close get their responses', async () => {
  const server = createServer((_, outgoing) => outgoing.end('here')).listen(0, '127.0.0.1');
  const close = gracefulClose(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const responses = Array.from({ length: 500 }, () => {
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    return text(client);
  });
  // Node connects at the end of this turn.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const closed = close(10_000);
  for (const response of await Promise.all(responses)) assert.match(response, /here$/);
  await closed;
});

test('a connection without a request delays a close by a second, and a request in progress is not cut', {
  timeout: 20_000,
}, async () => {
  const server = createServer((_, outgoing) => {
    // The response takes longer than the interval in which connections without a request are closed.
    setTimeout(() => outgoing.end('here'), 60);
  }).listen(0, '127.0.0.1');
  const close = gracefulClose(server);
  await once(server, 'listening');
  const open = async () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await Promise.all([once(client, 'connect'), once(server, 'connection')]);
    return client;
  };
  const [unused, client] = [await open(), await open()];
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await once(server, 'request');
  const closed = close(60_000);
  unused.resume();
  const [response] = await Promise.all([text(client), once(unused, 'close'), closed]);
  assert.match(response, /here$/);
});

test('a connection that was opened just before the close may still send its request', async (t) => {
  const server = createServer((_, outgoing) => outgoing.end('here')).listen(0, '127.0.0.1');
  const close = gracefulClose(server);
  await once(server, 'listening');
  const open = async () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await Promise.all([once(client, 'connect'), once(server, 'connection')]);
    return client;
  };
  const unused = await open();
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 60_000);
  const client = await open();
  const closed = close(60_000);
  unused.resume();
  await once(unused, 'close');
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  assert.match(await text(client), /here$/);
  await closed;
});

test('a document that is being received has more time than other requests, in each language', async () => {
  const received: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    received.push(await text(incoming).catch(() => 'broken'));
    outgoing.end('here');
  }).listen(0, '127.0.0.1');
  const close = gracefulClose(server);
  await once(server, 'listening');
  const send = async (path: string) => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha`);
    await once(server, 'request');
    return client;
  };
  const uploads = [];
  for (const { prefix } of languages)
    uploads.push(await send(`${prefix}${uploadPath}?joblistingid=1`));
  const form = await send('/');
  const closed = close(1, 60_000);
  await once(form, 'close');
  for (const upload of uploads) {
    upload.write('lf');
    assert.match(await text(upload), /here$/);
  }
  await closed;
  assert.deepEqual(received, ['broken', 'half', 'half']);
});

test('a connection whose document has arrived has no more time than others for its next request', {
  timeout: 20_000,
}, async () => {
  const server = createServer(async (incoming, outgoing) => {
    await text(incoming).catch(() => {});
    outgoing.end('here');
  }).listen(0, '127.0.0.1');
  const close = gracefulClose(server);
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n`;
  client.write(`${head('/api/uploadapplicantdocument?joblistingid=1')}full`);
  await once(client, 'data');
  client.write(`${head('/')}ha`);
  await once(server, 'request');
  const closed = close(1, 60_000);
  await Promise.all([once(client, 'close'), closed]);
});

test('the units and containers wait half a minute longer for a stop than a document may take', () => {
  const limits = globSync('deploy/{*.service,compose.yaml}').flatMap((file) => {
    const found = /^(?:TimeoutStopSec=|\s+stop_grace_period: )(\d+)s?$/m.exec(
      readFileSync(file, 'utf8'),
    );
    return found ? [[file, Number(found[1])] as const] : [];
  });
  assert.equal(limits.length, 4);
  for (const [file, seconds] of limits) assert.equal(seconds, uploadGraceMs / 1000 + 30, file);
});

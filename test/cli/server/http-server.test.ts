import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionLimits, listen, type Site } from '#cli/server/http-server.ts';
import { maxPipelined } from '#src/http/serve.ts';

const refusal = 'File size is large for cv';
const piece = Buffer.alloc(64 * 1024, 'x');
const pieces = 20;

/** Returns a site without stored responses. */
const siteOf = ({ fetch }: Pick<Site, 'fetch'>) =>
  Promise.resolve<Site>({ sendStored: () => false, longHeaders: () => 'Too long.\n', fetch });

async function serve(t: TestContext, site: Promise<Site>) {
  const server = await listen({ port: 0, idleMs: 10_000, responseMs: 10_000, site });
  t.after(() => server.close(0));
  return server;
}

/** Sends the head of a request, and the body in pieces once the response has started. */
async function sendOn(port: number, connection: string) {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  const answer = text(socket);
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\nContent-Length: ${pieces * piece.length}\r\n\r\n`,
  );
  await once(socket, 'readable');
  let sent = 0;
  for (; sent < pieces && errors.length === 0; sent += 1) {
    socket.write(piece);
    // Browsers write at the speed of the connection and notice a closed connection at the next piece.
    await pause(5);
  }
  socket.end();
  return { answer: await answer, sent, errors };
}

test('a request with two Host headers is a 400, also where the response is stored', async (t) => {
  const requested: string[] = [];
  const site = Promise.resolve<Site>({
    sendStored: ({ url = '' }, outgoing) => {
      requested.push(url);
      outgoing.end('stored');
      return true;
    },
    longHeaders: () => '',
    fetch: async () => new Response('served'),
  });
  const server = await serve(t, site);
  for (const [hosts, status] of [
    ['Host: a\r\n', 200],
    ['Host: a\r\nhOST: a\r\n', 400],
    ['X: Host\r\nY: Host\r\nHost: a\r\n', 200],
  ] as const) {
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    socket.write(`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    assert.match(await text(socket), new RegExp(`^HTTP/1\\.1 ${status} `), hosts);
  }
  assert.equal(requested.length, 2);
});

test('headers that are too long get the sentence of the site, and what is no HTTP a 400', async (t) => {
  const site = siteOf({ fetch: async () => new Response('served') });
  const server = await serve(t, site);
  const answerTo = (request: string) => {
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    // The server may close the connection before it has read everything.
    socket.on('error', () => {});
    socket.write(request);
    return text(socket);
  };
  const long = await answerTo(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(17_000)}\r\n\r\n`);
  assert.match(long, /^HTTP\/1\.1 431 .*Content-Type: text\/plain/s);
  assert.match(long, /Too long\./);
  assert.match(await answerTo('nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /);
});

test('a request of HTTP/1.0 needs no Host header: load balancers check /healthz without one', async (t) => {
  const site = siteOf({ fetch: async ({ url }) => new Response(new URL(url).pathname) });
  const server = await serve(t, site);
  for (const [version, status] of [
    ['1.0', 200],
    ['1.1', 400],
  ] as const) {
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    socket.write(`GET /healthz HTTP/${version}\r\nConnection: close\r\n\r\n`);
    assert.match(await text(socket), new RegExp(`^HTTP/1\\.1 ${status} `), version);
  }
});

for (const connection of ['keep-alive', 'close'])
  test(`a client that is still sending receives an early refusal (Connection: ${connection})`, async (t) => {
    const site = siteOf({ fetch: async () => new Response(refusal, { status: 413 }) });
    const server = await serve(t, site);
    const { answer, sent, errors } = await sendOn(server.port, connection);
    assert.deepEqual(errors, []);
    assert.equal(sent, pieces);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.ok(answer.endsWith(refusal), answer);
  });

/** Returns a server whose responses are `size` bytes long and tell their number; counts the requests in progress. */
async function numberedServer(t: TestContext, size: number) {
  let handled = 0;
  const site = siteOf({
    fetch: async (request: Request) => {
      handled += 1;
      const { pathname } = new URL(request.url);
      return new Response(`${pathname}\n`.padEnd(size, '.'));
    },
  });
  const hour = 3_600_000;
  const server = await listen({ port: 0, idleMs: hour, responseMs: hour, site });
  t.after(() => server.close(0));
  return { port: server.port, handled: () => handled };
}
const pipelined = (count: number) =>
  Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');

test('pipelined requests are handled one after the other and in order', async (t) => {
  const server = await numberedServer(t, 100);
  const socket = net.connect({ port: server.port, host: '127.0.0.1' });
  socket.write(pipelined(50));
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes('/49\n')) break;
  }
  assert.deepEqual(
    [...answer.matchAll(/^\/(\d+)$/gm)].map(([, number]) => Number(number)),
    Array.from({ length: 50 }, (_, n) => n),
  );
});

test('a client that pipelines and reads nothing gets a few responses only, and others are served', async (t) => {
  const server = await numberedServer(t, 4_000_000);
  const socket = net.connect({ port: server.port, host: '127.0.0.1' });
  t.after(() => socket.destroy());
  socket.pause();
  socket.write(pipelined(60));
  for (let number = 0; number < 5; number += 1) {
    const response = await fetch(`http://127.0.0.1:${server.port}/other`);
    assert.match(await response.text(), /^\/other/);
  }
  // 5 for the others; of the 60, those that fit into the buffers of the connection.
  assert.ok(server.handled() < 5 + 10, `${server.handled()} requests were handled`);
});

test('requests that wait are not handled after their connection has ended', async (t) => {
  const server = await numberedServer(t, 4_000_000);
  const socket = net.connect({ port: server.port, host: '127.0.0.1' });
  socket.pause();
  socket.write(pipelined(60));
  await once(socket, 'connect');
  while (server.handled() === 0) await pause(5);
  socket.destroy();
  // Answered after the server has seen the end of the other connection, whose requests would all be handled at once.
  for (let number = 0; number < 5; number += 1)
    await (await fetch(`http://127.0.0.1:${server.port}/other`)).text();
  assert.ok(server.handled() < 5 + 10, `${server.handled()} requests were handled`);
});

for (const over of [0, 1])
  test(`with ${maxPipelined + over} requests waiting a connection ${over ? 'is closed' : 'gets all responses'}`, async (t) => {
    const server = await numberedServer(t, 100);
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    let answer = '';
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        answer += String(chunk);
        if (answer.includes(`/${maxPipelined}\n`)) socket.end();
      });
    // In one segment, and the first one does not wait.
    socket.write(pipelined(1 + maxPipelined + over));
    await once(socket, 'close');
    assert.equal(answer.includes(`/${maxPipelined}\n`), over === 0);
  });

test('closes a connection beyond the limit of connections, and accepts one when another has ended', async (t) => {
  const site = siteOf({ fetch: async () => new Response('served') });
  const limits = { idleMs: 10_000, responseMs: 10_000, connections: 2 };
  const server = await listen({ port: 0, ...limits, site });
  t.after(() => server.close(0));
  const connection = async () => {
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    socket.write(pipelined(1));
    const chunk = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return { socket, served: String(chunk[0]).includes('served') };
  };
  const first = await connection();
  assert.deepEqual([first.served, (await connection()).served], [true, true]);
  assert.equal((await connection()).served, false);
  // The server ends its side once it has seen the end of this one.
  first.socket.end();
  await once(first.socket, 'close');
  assert.equal((await connection()).served, true);
});

test('closes a connection whose client has not read its response in time, and none whose client posts', async (t) => {
  const posted = Promise.withResolvers<void>();
  const saved = Promise.withResolvers<Response>();
  const closed = Promise.withResolvers<void>();
  const site = siteOf({
    fetch: async ({ method }, { outgoing }) => {
      if (method === 'POST') {
        posted.resolve();
        return saved.promise;
      }
      outgoing.once('close', closed.resolve);
      return new Response('.'.repeat(40_000_000));
    },
  });
  const server = await listen({ port: 0, idleMs: 3_600_000, responseMs: 100, site });
  t.after(() => server.close(0));
  const posting = fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST' });
  await posted.promise;
  const socket = net.connect({ port: server.port, host: '127.0.0.1' });
  socket.on('error', () => {});
  t.after(() => socket.destroy());
  socket.write(pipelined(1));
  // The client reads nothing.
  await closed.promise;
  saved.resolve(new Response('saved'));
  assert.equal(await (await posting).text(), 'saved');
});

test('a connection that is kept is not closed after the time limit of an earlier response', async (t) => {
  const site = siteOf({ fetch: async () => new Response('.') });
  const responseMs = 400;
  const server = await listen({ port: 0, idleMs: 60_000, responseMs, site });
  t.after(() => {
    t.mock.timers.reset();
    return server.close(0);
  });
  const socket = net.connect({ port: server.port, host: '127.0.0.1' });
  t.after(() => socket.destroy());
  const closed = once(socket, 'close');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  // One request after the other for longer than the limit of the first.
  for (let requests = 0; requests < 5; requests += 1) {
    socket.write(pipelined(1));
    const response = await Promise.race([once(socket, 'data'), closed]);
    assert.match(String(response), /^HTTP\/1\.1 200 /);
    t.mock.timers.tick(responseMs - 1);
  }
});

test('an upload may take hours: no time limit of Node applies to a whole request', async (t) => {
  let limits: object | undefined;
  const onRequest = (message: unknown) => {
    const { server } = message as { server: Server };
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxConnections } = server;
    limits = { requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxConnections };
  };
  subscribe('http.server.request.start', onRequest);
  t.after(() => unsubscribe('http.server.request.start', onRequest));
  const { port } = await numberedServer(t, 1);
  await fetch(`http://127.0.0.1:${port}/`);
  assert.deepEqual(limits, {
    requestTimeout: 0,
    headersTimeout: 60_000,
    keepAliveTimeout: 20_000,
    timeout: 3_600_000,
    maxConnections: 8192,
  });
});

test('a connection may be idle for five calls of the API host and ten seconds, at least for a minute', () => {
  for (const [apiTimeoutMs, idleMs] of [
    [1, 60_000],
    [10_000, 60_000],
    [10_001, 60_005],
    [30_000, 160_000],
  ] as const)
    assert.deepEqual(connectionLimits(apiTimeoutMs), { idleMs, responseMs: idleMs * 5 });
});

test('closing waits for a request in progress, and not for connections that are idle or unused', async (t) => {
  const hour = 3_600_000;
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const site = siteOf({
    fetch: async (request) => {
      if (!request.url.endsWith('/slow')) return new Response('served');
      started.resolve();
      await released.promise;
      return new Response('served late');
    },
  });
  const server = await listen({ port: 0, idleMs: hour, responseMs: hour, site });
  const connect = async () => {
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const unused = await connect();
  const idle = await connect();
  idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle, 'data');
  const waiting = fetch(`http://127.0.0.1:${server.port}/slow`);
  await started.promise;
  const ended = Promise.all([unused, idle].map((socket) => once(socket.resume(), 'close')));
  const closed = server.close(hour);
  await ended;
  released.resolve();
  assert.equal(await (await waiting).text(), 'served late');
  await closed;
});

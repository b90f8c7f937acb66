import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '#cli/server/http-server.ts';

const refusal = 'File size is large for cv';
const piece = Buffer.alloc(64 * 1024, 'x');
const pieces = 20;

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

for (const connection of ['keep-alive', 'close'])
  test(`a client that is still sending receives an early refusal (Connection: ${connection})`, async (t) => {
    const site = Promise.resolve({
      respondFromCache: () => false,
      fetch: async () => new Response(refusal, { status: 413 }),
    });
    const server = await listen({ port: 0, idleMs: 10_000, site });
    t.after(() => server.close(0));
    const { answer, sent, errors } = await sendOn(server.port, connection);
    assert.deepEqual(errors, []);
    assert.equal(sent, pieces);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.ok(answer.endsWith(refusal), answer);
  });

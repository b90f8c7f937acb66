import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { sampleSite } from '#test/support/shared-sites.ts';

// Its pages are larger than the buffers of a connection hold for a hundred of them.
const site = sampleSite();

/** Opens a connection that sends `count` requests for searches, none of them equal, and reads nothing. */
async function sendUnread(origin: string, count: number): Promise<net.Socket> {
  const { port, hostname } = new URL(origin);
  const socket = net.connect({ port: Number(port), host: hostname });
  socket.on('error', () => {});
  socket.pause();
  const requests = Array.from(
    { length: count },
    (_, n) => `GET /?company_id=1&q=${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(requests.join(''), resolve));
  return socket;
}

async function assertServed(origin: string): Promise<void> {
  for (const path of ['/contact', '/', '/healthz']) {
    const response = await fetch(origin + path, { signal: AbortSignal.timeout(10_000) });
    assert.equal(response.status, 200, path);
    await response.text();
  }
}

test('pages are served while a connection pipelines a hundred pages and reads none', async (t) => {
  const { origin } = site;
  const socket = await sendUnread(origin, 100);
  t.after(() => socket.destroy());
  await assertServed(origin);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { TransportError } from '#src/http/errors.ts';
import { createTransport } from '#src/http/transport.ts';
import { temporaryDirectory } from '#test/api-host/support/host.ts';

/** Returns a function that sends a write to a host on a socket. */
async function writerTo(t: TestContext, listener: RequestListener) {
  const socketPath = join(await temporaryDirectory(t), 'host.sock');
  const server = createServer(listener).listen(socketPath);
  await once(server, 'listening');
  const transport = createTransport({ connectTimeoutMs: 5000, socketPath });
  t.after(async () => {
    await transport.close();
    server.close();
  });
  return (ms: number, signal?: AbortSignal) =>
    transport.request({
      method: 'POST',
      url: new URL('http://localhost/api/alerts'),
      body: '{}',
      signal,
      timeout: { kind: 'total', ms },
    });
}

test('1,000 writes at one instant to a host on a socket all arrive', async (t) => {
  let received = 0;
  const write = await writerTo(t, (request, response) => {
    received += 1;
    request.resume().on('end', () => response.end('{}'));
  });
  const results = await Promise.allSettled(Array.from({ length: 1000 }, () => write(500_000)));
  assert.deepEqual(
    results.filter(({ status }) => status === 'rejected'),
    [],
  );
  assert.equal(received, 1000);
});

test('a write that waits while a host does not answer ends at its own time limit, and is never sent', async (t) => {
  let received = 0;
  const full = Promise.withResolvers<void>();
  const write = await writerTo(t, (request, response) => {
    received += 1;
    if (received === 128) full.resolve();
    if (received > 128) request.resume().on('end', () => response.end('{}'));
  });
  const silence = new AbortController();
  const silent = Array.from({ length: 128 }, () => write(500_000, silence.signal));
  await full.promise;
  for (const result of await Promise.allSettled(Array.from({ length: 200 }, () => write(100)))) {
    assert.ok(result.status === 'rejected' && result.reason instanceof TransportError);
    const { reason, mayHaveArrived } = result.reason;
    assert.deepEqual([reason, mayHaveArrived], ['timeout', false]);
  }
  silence.abort();
  await Promise.allSettled(silent);
  assert.equal((await write(500_000)).status, 200);
  assert.equal(received, 129);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTransport } from '#src/http/transport.ts';
import { temporaryDirectory } from '#test/api-host/support/host.ts';

test('1,000 writes at one instant to a host on a socket all arrive', async (t) => {
  const socketPath = join(await temporaryDirectory(t), 'host.sock');
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.end('{}'));
  });
  server.listen(socketPath);
  await once(server, 'listening');
  const transport = createTransport({ connectTimeoutMs: 5000, socketPath });
  t.after(async () => {
    await transport.close();
    server.close();
  });
  const write = () =>
    transport.request({
      method: 'POST',
      url: new URL('http://localhost/api/alerts'),
      body: '{}',
      timeout: { kind: 'total', ms: 60_000 },
    });
  const results = await Promise.allSettled(Array.from({ length: 1000 }, write));
  assert.deepEqual(
    results.filter(({ status }) => status === 'rejected'),
    [],
  );
  assert.equal(received, 1000);
});

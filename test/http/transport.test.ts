import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { MalformedError, TransportError } from '#src/http/errors.ts';
import { createTransport, type HttpRequest } from '#src/http/transport.ts';

/** Sends requests to a server that answers with `respond`. */
async function setUp(t: TestContext, respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createTransport({ connectTimeoutMs: 5000 });
  t.after(async () => {
    server.closeAllConnections();
    await transport.close();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/a?b=c`);
  return (request: Partial<HttpRequest> = {}) =>
    transport.request({ method: 'GET', url, timeout: { kind: 'total', ms: 30_000 }, ...request });
}

for (const [where, continues] of [
  ['', false],
  [' after 100 Continue', true],
] as const)
  test(`a response${where} is read up to the limit, 16 MiB unless the call has its own`, async (t) => {
    let length = 0;
    const send = await setUp(t, (incoming, outgoing) => {
      assert.equal(incoming.headers.accept, 'application/json');
      if (continues) outgoing.writeContinue();
      outgoing.end(Buffer.alloc(length));
    });
    length = 10;
    assert.equal((await send({ maxResponseBytes: length })).body.length, length);
    for (const [limit, maxResponseBytes] of [
      [10, { maxResponseBytes: 10 }],
      [16 * 1024 * 1024, {}],
    ] as const) {
      length = limit + 1;
      await assert.rejects(send(maxResponseBytes), (error: unknown) => {
        assert.ok(error instanceof MalformedError);
        assert.equal(error.detail, `a response of more than ${limit} bytes`);
        return error.httpStatus === 200;
      });
    }
  });

test('a response that goes on arriving does not prolong a time limit of the whole call', async (t) => {
  const send = await setUp(t, (_, outgoing) => {
    const timer = setInterval(() => outgoing.write('a'), 10);
    outgoing.on('close', () => clearInterval(timer));
  });
  const failed = send({ method: 'POST', body: '', timeout: { kind: 'total', ms: 300 } });
  await assert.rejects(failed, (error: unknown) => {
    assert.ok(error instanceof TransportError);
    assert.match(error.message, /\/api\/a: no response within the time limit$/);
    return error.reason === 'timeout';
  });
});

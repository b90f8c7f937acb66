import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { MalformedError, TransportError } from '#src/http/errors.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { errorOf, withClient } from './sample.ts';

/**
 * Returns a host that sends `100 Continue` before each response, without being asked for it. After the head it waits
 * without a `body`.
 */
async function continuingHost(t: TestContext, body: string, length = 60, socketPath?: string) {
  let connections = 0;
  let open = 0;
  const server = createServer((socket) => {
    connections += 1;
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n${body}`);
      if (body !== '' && body.length < length) socket.end();
    });
  }).listen(socketPath === undefined ? { port: 0, host: '127.0.0.1' } : { path: socketPath });
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const apiHost = socketPath === undefined ? `http://127.0.0.1:${port}` : `unix:${socketPath}`;
  return { apiHost, connections: () => connections, open: () => open };
}

test('a read is answered although the host sends 100 Continue without being asked for it', async (t) => {
  const list = '{"status":1,"data":[{"id":1,"role_name":"Cook"}]}'.padEnd(60);
  const directory = newFolder(t);
  for (const socketPath of [undefined, join(directory, 'a socket')]) {
    const { apiHost, connections } = await continuingHost(t, list, 60, socketPath);
    await withClient({ apiHost }, async (client) => {
      for (let read = 0; read < 2; read++) {
        const ids = (await client.listOpenings()).map(({ id }) => id);
        assert.deepEqual(ids, ['1']);
      }
      assert.equal(connections(), 2, 'one for the first attempt, and one that is kept');
    });
  }
});

test('a response that is cut after 100 Continue fails as a cut one', async (t) => {
  const { apiHost } = await continuingHost(t, '{"status":1,');
  const error = await withClient({ apiHost, timeoutMs: 500 }, (client) =>
    errorOf(client.listOpenings()),
  );
  assert.ok(error instanceof TransportError);
  assert.ok(['cut', 'timeout'].includes(error.reason), error.reason);
});

test('a read after 100 Continue ends and closes its connection when it is aborted, before and while it waits', {
  timeout: 30_000,
}, async (t) => {
  const { apiHost, connections, open } = await continuingHost(t, '');
  await withClient({ apiHost, timeoutMs: 60_000 }, async (client) => {
    for (let read = 0; read < 2; read++) {
      const abort = new AbortController();
      const failed = errorOf(client.listOpenings({ signal: abort.signal }));
      while (connections() < read + 2) await setImmediate();
      abort.abort();
      const error = await failed;
      assert.ok(error instanceof TransportError);
      assert.equal(error.reason, 'aborted');
    }
    while (open() > 0) await setImmediate();
    const error = await errorOf(client.listOpenings({ signal: AbortSignal.abort() }));
    assert.ok(error instanceof TransportError);
    assert.equal(error.reason, 'aborted');
  });
});

test('a response above the limit is refused after 100 Continue too', async (t) => {
  const body = '{"status":1,"data":null}'.padEnd(17 * 1024 * 1024);
  const { apiHost } = await continuingHost(t, body, body.length);
  const error = await withClient({ apiHost, timeoutMs: 30_000 }, (client) =>
    errorOf(client.reads.readOpening('1')),
  );
  assert.ok(error instanceof MalformedError);
  assert.match(error.detail, /more than 16777216 bytes/);
});

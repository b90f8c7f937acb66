import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { type ApiError, MalformedError, TransportError } from '#src/http/errors.ts';
import type { Reply } from '#test/support/host-replies.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { application, connect, errorOf, reads, upload, withClient, writes } from './sample.ts';

/** Failures of a host in place of a response, and the error of the client. */
const faults: readonly (readonly [string, Reply, string])[] = [
  ['HTML', replies.html(), 'malformed 200'],
  ['an empty body', replies.empty(), 'malformed 200'],
  ['half a JSON', replies.truncatedJson(), 'malformed 200'],
  ['a JSON list', replies.json([1]), 'malformed 200'],
  ['JSON null', replies.json(null), 'malformed 200'],
  ['no HTTP', replies.notHttp(), 'malformed 0'],
  ['a redirect', replies.http(302, { location: '/login' }), 'malformed 302'],
  ['a cut reply', replies.cut(), 'cut'],
  ['a cut chunked reply', replies.cutChunked(), 'cut'],
  ['a reset at once', replies.resetAfterBytes(0), 'reset'],
  ['a reset after reading', replies.resetAfterReading(), 'reset'],
  ['silence', replies.silence(), 'timeout'],
];

/** A list may be longer (lists.test.ts). */
const tooLong = ['17 MB', replies.huge(17_000_000), 'malformed 200'] as const;

for (const { name, run } of [...reads, ...writes]) {
  const isRead = reads.some((read) => read.name === name);
  for (const [title, reply, fails] of isRead ? faults : [...faults, tooLong])
    test(`${name} fails as ${fails} on ${title}`, async (t) => {
      const { host, client } = await connect(t, { timeoutMs: fails === 'timeout' ? 300 : 10_000 });
      host.always(name, reply);
      const error = await errorOf(run(client));
      const how =
        error instanceof TransportError
          ? error.reason
          : error instanceof MalformedError && `malformed ${error.httpStatus}`;
      assert.equal(how, fails);
      assert.equal(error.mayHaveArrived, title !== 'a redirect');
      assert.equal(error.url, `${host.origin}/api/${name}`, 'the URL has no query');
    });
}

for (const { name, run } of writes) {
  test(`${name} has not arrived if the connection was refused`, async () => {
    const host = await startScriptedHost();
    await host.stop();
    const error = await withClient({ apiHost: host.origin }, (client) => errorOf(run(client)));
    assert.ok(error instanceof TransportError);
    assert.deepEqual([error.reason, error.mayHaveArrived], ['refused', false]);
  });

  test(`${name} has not arrived if the TLS handshake failed`, async () => {
    await using host = await startScriptedHost();
    const apiHost = host.origin.replace('http:', 'https:');
    const error = await withClient({ apiHost }, (client) => errorOf(run(client)));
    assert.ok(error instanceof TransportError);
    assert.equal(error.mayHaveArrived, false);
    assert.equal(host.calls.length, 0);
  });

  test(`${name} may have arrived if aborted after it was sent, and has not if aborted before`, async (t) => {
    const { host, client } = await connect(t);
    host.always(name, replies.silence());
    const late = new AbortController();
    const sent = errorOf(run(client, { signal: late.signal }));
    const call = await host.called(name);
    late.abort();
    const sentError = await sent;
    assert.deepEqual([sentError.mayHaveArrived, call.complete], [true, true]);
    await call.gone;

    const early = errorOf(run(client, { signal: AbortSignal.abort() }));
    assert.equal((await early).mayHaveArrived, false);
    assert.equal(host.calls.length, 1, 'nothing more was sent');
  });
}

/**
 * Returns a host that accepts a connection and never responds to the TLS handshake: connected, but not ready to send.
 */
async function whileConnecting(
  t: TestContext,
  start: (client: ApiClient) => Promise<unknown>,
  then: () => void,
): Promise<ApiError> {
  const server = createServer();
  const apiHost = `https://127.0.0.1:${await listenLocally(t, server)}`;
  return withClient({ apiHost, timeoutMs: 60_000 }, async (client) => {
    const connected = once(server, 'connection');
    const failed = errorOf(start(client));
    const [socket] = await connected;
    then();
    const error = await failed;
    socket.destroy();
    return error;
  });
}

test('a call aborted while connecting ends immediately and has not arrived', async (t) => {
  const abort = new AbortController();
  const error = await whileConnecting(
    t,
    (client) => client.applyToOpening(application, { signal: abort.signal }),
    () => abort.abort(new Error('the visitor left')),
  );
  assert.ok(error instanceof TransportError);
  assert.deepEqual([error.reason, error.mayHaveArrived], ['aborted', false]);
  assert.match(String(error.cause), /the visitor left/);
});

test('an upload whose file fails while connecting ends immediately and has not arrived', async (t) => {
  const body = new PassThrough();
  const error = await whileConnecting(
    t,
    (client) => upload(client, { body }),
    () => body.destroy(new Error('the disk failed')),
  );
  assert.ok(error instanceof TransportError);
  assert.deepEqual([error.reason, error.mayHaveArrived], ['source', false]);
  assert.match(String(error.cause), /the disk failed/);
});

test('a write aborted before it is connected is not sent', async (t) => {
  const { host, client } = await connect(t);
  const abort = new AbortController();
  const failed = errorOf(client.applyToOpening(application, { signal: abort.signal }));
  abort.abort();
  assert.equal((await failed).mayHaveArrived, false);
  await client.listOpenings();
  await host.idle();
  const calls = host.calls.map(({ name }) => name);
  assert.deepEqual(calls, ['openingsall']);
});

test('the time limit applies to a response that arrives slowly byte by byte', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 400 });
  host.always(
    'openingsall',
    replies.drip({ status: true, data: [], padding: 'x'.repeat(400) }, 50),
  );
  const began = performance.now();
  const error = await errorOf(client.listOpenings());
  assert.ok(error instanceof TransportError);
  assert.equal(error.reason, 'timeout');
  const took = performance.now() - began;
  assert.ok(took >= 395 && took < 10_000, `${took} ms`);
});

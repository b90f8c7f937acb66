import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withRetries } from '#src/domain/api/request.ts';
import { RefusedError, TransportError } from '#src/http/errors.ts';
import type { Reply } from '#test/support/host-replies.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { connect, errorOf, reads, withClient, writes } from './sample.ts';

const passing: readonly (readonly [string, Reply])[] = [
  ['502', replies.http(502)],
  ['503', replies.http(503)],
  ['504', replies.http(504)],
  ['429', replies.http(429)],
  ['a reset', replies.resetAfterBytes(0)],
  ['a cut reply', replies.cut()],
];
const lasting: readonly (readonly [string, Reply])[] = [
  ['400', replies.http(400)],
  ['404', replies.http(404)],
  ['500', replies.http(500)],
  ['HTML', replies.html()],
  ['status 0', replies.json({ status: 0 })],
];

for (const { name, run } of reads) {
  test(`${name} succeeds after two temporary failures`, async (t) => {
    const { host, client } = await connect(t, { timeoutMs: 10_000 });
    for (const [title, reply] of name === 'openingsall' ? passing : passing.slice(0, 1)) {
      const before = host.calls.length;
      host.next(name, reply, reply);
      await run(client);
      assert.equal(host.calls.length - before, 3, title);
    }
  });

  test(`${name} fails after the third attempt`, async (t) => {
    const { host, client } = await connect(t);
    host.always(name, replies.http(503));
    const error = await errorOf(run(client));
    assert.ok(error instanceof RefusedError);
    assert.deepEqual([error.httpStatus, host.calls.length], [503, 3]);
  });

  test(`${name} is not retried after a permanent failure`, async (t) => {
    const { host, client } = await connect(t);
    for (const [title, reply] of lasting) {
      const before = host.calls.length;
      host.next(name, reply);
      await errorOf(run(client));
      assert.equal(host.calls.length - before, 1, title);
    }
  });
}

for (const { name, run } of writes)
  test(`${name} is never retried`, async () => {
    await using host = await startScriptedHost();
    const silence: readonly [string, Reply] = ['silence', replies.silence()];
    for (const [title, reply] of [...passing, ...lasting, silence]) {
      const before = host.calls.length;
      host.next(name, reply);
      // Long enough that a call arrives on a busy machine.
      const timeoutMs = title === 'silence' ? 1000 : 10_000;
      await withClient({ apiHost: host.origin, timeoutMs }, (client) => errorOf(run(client)));
      assert.equal(host.calls.length - before, 1, title);
    }
  });

test('waits for Retry-After', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 3000 });
  host.next('openingsall', replies.http(503, { 'retry-after': '1' }));
  const began = performance.now();
  await client.listOpenings();
  assert.ok(performance.now() - began >= 995);
});

test('fails with retryAfterMs if Retry-After exceeds the time limit', async (t) => {
  const { host, client } = await connect(t);
  host.always('openingsall', replies.http(429, { 'retry-after': '120' }));
  const began = performance.now();
  const error = await errorOf(client.listOpenings());
  assert.ok(error instanceof RefusedError);
  assert.equal(error.retryAfterMs, 120_000);
  assert.equal(host.calls.length, 1);
  assert.ok(performance.now() - began < 5000);
});

test('a read and its retries share one time limit', async (t) => {
  const { host, client } = await connect(t, { timeoutMs: 600 });
  host.next('openingsall', replies.http(503), replies.silence());
  const began = performance.now();
  const error = await errorOf(client.listOpenings());
  const took = performance.now() - began;
  assert.ok(error instanceof TransportError && error.reason === 'timeout');
  assert.ok(took >= 590 && took < 3000, `${took} ms`);
});

test('an abort during the delay before a retry ends the call immediately, with the error of an attempt', async () => {
  const began = performance.now();
  const abort = new AbortController();
  const call = { method: 'GET', url: 'https://host.example/api/openings' };
  const refused = new RefusedError(call, {
    httpStatus: 503,
    message: 'busy',
    body: '',
    retryAfterMs: 5000,
  });
  const attempt = async () => {
    abort.abort();
    throw refused;
  };
  const result = withRetries(attempt, { limitMs: 10_000, signal: abort.signal });
  await assert.rejects(result, refused);
  assert.ok(performance.now() - began < 4000);
});

import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Context } from 'hono';
import { readJson, requestKey } from '#src/api-host/routes/request.ts';
import { Refusal } from '#src/api-host/routes/responses.ts';
import { listenLocally } from '#test/support/listen-locally.ts';

/** Sends one request to `readJson`; `outcome` is the value, or the HTTP status of the refusal. */
async function reader(t: TestContext, limits: Parameters<typeof readJson>[1]) {
  const outcome = Promise.withResolvers<unknown>();
  const arrived = Promise.withResolvers<void>();
  const server = createServer((incoming, outgoing) => {
    incoming.once('data', () => arrived.resolve());
    void readJson(incoming, limits)
      .catch((error: unknown) => (error instanceof Refusal ? error.httpStatus : error))
      .then((result) => {
        outcome.resolve(result);
        outgoing.end();
      });
  });
  const outgoing = request({
    port: await listenLocally(t, server),
    host: '127.0.0.1',
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
  outgoing.on('error', () => {});
  t.after(() => outgoing.destroy());
  return { outgoing, arrived: arrived.promise, outcome: outcome.promise };
}

test('a body in many chunks is read, even if a chunk ends inside a character', async (t) => {
  const { outgoing, outcome } = await reader(t, {});
  const bytes = Buffer.from(JSON.stringify({ name: 'Ọlá 🍞' }));
  for (const byte of bytes) outgoing.write(Buffer.from([byte]));
  outgoing.end();
  assert.deepEqual(await outcome, { name: 'Ọlá 🍞' });
});

test('a slow body is refused with 408 at its deadline, even if bytes keep arriving', async (t) => {
  const { outgoing, outcome } = await reader(t, { timeoutMs: 120 });
  const drip = setInterval(() => outgoing.write(' '), 10);
  t.after(() => clearInterval(drip));
  assert.equal(await outcome, 408);
});

test('a body above the size limit is refused with 413', async (t) => {
  const fits = await reader(t, { maxBytes: 10 });
  fits.outgoing.end('"12345678"');
  assert.equal(await fits.outcome, '12345678');
  const over = await reader(t, { maxBytes: 10 });
  over.outgoing.write('"123456789');
  over.outgoing.write('"');
  assert.equal(await over.outcome, 413);
});

test('a body of exactly the limit is read with a declared length too, and a longer one is refused unread', async () => {
  const send = (length: number) =>
    readJson(
      Object.assign(Readable.from([Buffer.from(`"${'x'.repeat(length - 2)}"`)]), {
        headers: { 'content-type': 'application/json', 'content-length': String(length) },
      }),
      { maxBytes: 10 },
    );
  assert.equal(await send(10), 'x'.repeat(8));
  await assert.rejects(send(11), { httpStatus: 413 });
  // The limit of the calls.
  const declared = (bytes: number) =>
    readJson(
      Object.assign(Readable.from([Buffer.from('1')]), {
        headers: { 'content-type': 'application/json', 'content-length': String(bytes) },
      }),
    );
  await assert.rejects(declared(1024 * 1024 + 1), { httpStatus: 413 });
  assert.equal(await declared(1024 * 1024), 1);
});

test('a client that closes the connection ends the reading with 400', async (t) => {
  const { outgoing, arrived, outcome } = await reader(t, {});
  outgoing.write('{"half":');
  await arrived;
  outgoing.destroy();
  assert.equal(await outcome, 400);
});

test('a body of JSON takes at most 30 seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const headers = { 'content-type': 'application/json' };
  const body = Object.assign(new Readable({ read: () => {} }), { headers });
  let isRefused = false;
  const read = readJson(body).catch((error: Refusal) => {
    isRefused = true;
    return error.httpStatus;
  });
  t.mock.timers.tick(29_999);
  await setImmediate();
  assert.ok(!isRefused);
  t.mock.timers.tick(1);
  assert.equal(await read, 408);
});

test('an Idempotency-Key has 1 to 255 visible characters, and the digest depends on the content only', () => {
  const keyed = (key: string | undefined, content: unknown = {}) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return requestKey(new Context(new Request('http://host.example', { headers })), content);
  };
  for (const key of ['!', '~', 'k'.repeat(255)]) assert.equal(keyed(key)?.key, key);
  for (const key of ['', 'k'.repeat(256), 'a b', 'a\tb', '\u00e9'])
    assert.throws(() => keyed(key), { httpStatus: 400 }, key);
  assert.equal(keyed(undefined), undefined);
  const digest = (content: unknown) => keyed('k', content)?.digest;
  assert.equal(
    digest({ a: 1, b: { c: [1, 2], d: null } }),
    digest({ b: { d: null, c: [1, 2] }, a: 1 }),
  );
  assert.notEqual(digest({ a: [1, 2] }), digest({ a: [2, 1] }));
  assert.notEqual(digest({ a: 1 }), digest({ a: '1' }));
});

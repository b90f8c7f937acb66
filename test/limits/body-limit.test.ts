import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { Hono } from 'hono';
import { formBodyLimit } from '#src/limits/body-limit.ts';
import { bodyMemory, MemoryBudget } from '#src/limits/body-memory.ts';

/** Returns a site that sends each body back, and a function that posts one. */
function siteWith(options: Parameters<typeof formBodyLimit>[0]) {
  const app = new Hono()
    .use(formBodyLimit(options))
    .post('/', async (c) => c.text(await c.req.text()));
  return (body: BodyInit, headers: Record<string, string> = {}) =>
    app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}
const chunks = (...texts: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

const send = siteWith({ maxBytes: () => 10, timeoutMs: 20 });

test('passes a body of the largest size on, declared or chunked', async () => {
  assert.equal(await (await send('0123456789', { 'content-length': '10' })).text(), '0123456789');
  assert.equal(await (await send(chunks('01234', '56789'))).text(), '0123456789');
});

test('returns 413 when the declared length or the received length exceeds the limit', async () => {
  assert.equal((await send('0123456789a', { 'content-length': '11' })).status, 413);
  assert.equal((await send(chunks('01234', '56789', 'a'))).status, 413);
});

test('returns 408 for a body that breaks off or that arrives in time only in part, and does not pass it on', async (t) => {
  let passed = 0;
  const app = new Hono()
    .use(formBodyLimit({ maxBytes: () => 100, timeoutMs: 1000 }))
    .post('/', (c) => {
      passed += 1;
      return c.text('passed');
    });
  const post = (body: ReadableStream, headers: Record<string, string> = {}) =>
    app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  const broken = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('half'));
        controller.error(new Error('The visitor has disconnected.'));
      },
    });
  assert.equal((await post(broken())).status, 408);
  assert.equal((await post(broken(), { 'content-length': '8' })).status, 408);

  // A byte every 100 ms never ends, and never pauses for long.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const dripping = () => {
    let timer: NodeJS.Timeout;
    return new ReadableStream({
      start(controller) {
        const drip = () => {
          controller.enqueue(new Uint8Array(1));
          timer = setTimeout(drip, 100);
        };
        drip();
      },
      cancel: () => clearTimeout(timer),
    });
  };
  for (const headers of [{ 'content-length': '50' }, {}] as Record<string, string>[]) {
    const response = Promise.resolve(post(dripping(), headers));
    for (let waited = 0; waited < 1000; waited += 100) {
      await new Promise(setImmediate);
      t.mock.timers.tick(100);
    }
    assert.equal((await response).status, 408);
  }
  assert.equal(passed, 0);
});

test('returns 408 when the body stops arriving, with a declared length and without', async () => {
  const stopped = () =>
    new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
  assert.equal((await send(stopped(), { 'content-length': '5' })).status, 408);
  assert.equal((await send(stopped())).status, 408);
});

test('returns 503 with Retry-After for a body that would exceed the limit of all bodies, until others have ended', async () => {
  const released = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const app = new Hono()
    .use(formBodyLimit({ maxBytes: () => 10, memory: new MemoryBudget(16), timeoutMs: 5000 }))
    .post('/:wait?', async (c) => {
      if (c.req.param('wait')) {
        arrived.resolve();
        await released.promise;
      }
      return c.text(await c.req.text());
    });
  const post = (path: string, body: string) => app.request(path, { method: 'POST', body });
  const first = post('/wait', '0123456789');
  await arrived.promise;
  const refused = await post('/', '0123456');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
  assert.match(await refused.text(), /Nothing was sent/);
  assert.equal(await (await post('/', '012345')).text(), '012345', 'exactly the limit');
  released.resolve();
  assert.equal(await (await first).text(), '0123456789');
  assert.equal(await (await post('/', '0123456')).text(), '0123456');
});

test('returns 503 when chunked bodies that have not ended would exceed the limit of all bodies', async () => {
  const post = siteWith({ maxBytes: () => 10, memory: new MemoryBudget(16), timeoutMs: 5000 });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const slow = writable.getWriter();
  const first = post(readable);
  // The writer waits until the middleware has read.
  await slow.write(Buffer.from('0123456789'));
  assert.equal((await post(chunks('0123456'))).status, 503);
  await slow.close();
  assert.equal(await (await first).text(), '0123456789');
});

test('what arrives after a response 408 does not count', async () => {
  const post = siteWith({ maxBytes: () => 100, memory: new MemoryBudget(10), timeoutMs: 20 });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const late = writable.getWriter();
  assert.equal((await post(readable)).status, 408);
  // The writer waits until the middleware has read.
  await late.write(Buffer.from('01234')).catch(() => {});
  await late.close().catch(() => {});
  assert.equal(await (await post('0123456789')).text(), '0123456789');
});

const maxBufferedBytes = bodyMemory.forms.maxBytes;

for (const over of [0, 1])
  test(`with ${maxBufferedBytes + over} bytes of all bodies the last is ${over ? 'refused' : 'read'}`, async () => {
    const part = new Uint8Array(1024 * 1024);
    const parts = function* () {
      for (let left = maxBufferedBytes; left > 0; left -= part.length) yield part;
      if (over) yield part.subarray(0, over);
    };
    const app = new Hono()
      .use(formBodyLimit({ maxBytes: () => maxBufferedBytes + 1, timeoutMs: 30_000 }))
      .post('/', (c) => c.text('read'));
    const body = Readable.toWeb(Readable.from(parts(), { objectMode: false }));
    const init = { method: 'POST', body, duplex: 'half' } as unknown as RequestInit;
    assert.equal((await app.request('/', init)).status, over ? 503 : 200);
  });

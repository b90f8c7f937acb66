import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { concurrencyLimit } from '#src/middleware/concurrency-limit.ts';

function setUp(options: { concurrent?: number; waiting?: number; withinMs?: number } = {}) {
  const app = new Hono();
  let rendered = 0;
  const open: (() => void)[] = [];
  app.use(concurrencyLimit({ concurrent: 1, waiting: 10, withinMs: 10_000, ...options }));
  app.get('/', async (c) => {
    rendered += 1;
    await new Promise<void>((resolve) => open.push(resolve));
    return c.text('page');
  });
  return {
    visit: (signal?: AbortSignal) =>
      Promise.resolve(app.request(new Request('http://x/', signal ? { signal } : {}))),
    rendered: () => rendered,
    finishOne: () => open.shift()?.(),
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('more visitors than places wait, and are served in order', async () => {
  const gate = setUp();
  const first = gate.visit();
  const second = gate.visit();
  await turn();
  assert.equal(gate.rendered(), 1);
  gate.finishOne();
  assert.equal(await (await first).text(), 'page');
  await turn();
  assert.equal(gate.rendered(), 2);
  gate.finishOne();
  assert.equal(await (await second).text(), 'page');
});

test('nothing is rendered for visitors who left while they waited', async () => {
  const gate = setUp();
  const first = gate.visit();
  const leaving = new AbortController();
  const gone = Array.from({ length: 5 }, () => gate.visit(leaving.signal));
  const last = gate.visit();
  await turn();
  leaving.abort();
  for (const reply of gone) assert.equal((await reply).status, 499);
  gate.finishOne();
  await (await first).text();
  await turn();
  gate.finishOne();
  assert.equal(await (await last).text(), 'page');
  assert.equal(gate.rendered(), 2);
});

test('when too many wait, the next is told to come back', async () => {
  const gate = setUp({ waiting: 1 });
  const held = [gate.visit(), gate.visit()];
  await turn();
  const reply = await gate.visit();
  assert.equal(reply.status, 503);
  assert.equal(reply.headers.get('retry-after'), '5');
  for (const one of held) {
    gate.finishOne();
    await (await one).text();
    await turn();
  }
});

test('a page that takes too long is given up in a sentence, and its place is free again', async () => {
  const gate = setUp({ withinMs: 20 });
  const reply = await gate.visit();
  assert.equal(reply.status, 504);
  assert.match(await reply.text(), /took too long/);
  const next = gate.visit();
  await turn();
  assert.equal(gate.rendered(), 2);
  gate.finishOne();
  gate.finishOne();
  await next;
});

test('a place is taken until the last of a streamed page was read', async () => {
  const app = new Hono();
  app.use(concurrencyLimit({ concurrent: 1, waiting: 0, withinMs: 10_000 }));
  app.get('/', (c) => c.body(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1)) })));
  const first = await app.request('/');
  assert.equal((await app.request('/')).status, 503);
  await first.body?.cancel();
  assert.equal((await app.request('/')).status, 200);
});

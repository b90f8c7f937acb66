// Own process: a Hono server of another file would replace the global Response.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';
import { createClientLimit } from '#src/limits/client-limit.ts';
import { type ConcurrencyLimitOptions, concurrencyLimit } from '#src/limits/concurrency-limit.ts';

function setUp(options: Partial<ConcurrencyLimitOptions> = {}) {
  const app = new Hono();
  let rendered = 0;
  const pending: (() => void)[] = [];
  app.use(
    concurrencyLimit({
      name: 'pages',
      concurrency: 1,
      maxWaiting: 10,
      timeoutMs: 10_000,
      ...options,
    }),
  );
  app.get('/', async (c) => {
    rendered += 1;
    await new Promise<void>((resolve) => pending.push(resolve));
    return c.text('page');
  });
  return {
    visit: (signal?: AbortSignal) =>
      Promise.resolve(app.request(new Request('http://x/', signal ? { signal } : {}))),
    rendered: () => rendered,
    finishOne: () => pending.shift()?.(),
  };
}
/** A page starts in a later iteration of the event loop. */
const started = async () => {
  await yieldToEventLoop();
  await yieldToEventLoop();
};

test('requests beyond the limit wait and are rendered in order', async () => {
  const pages = setUp();
  const first = pages.visit();
  const second = pages.visit();
  await started();
  assert.equal(pages.rendered(), 1);
  pages.finishOne();
  assert.equal(await (await first).text(), 'page');
  await started();
  assert.equal(pages.rendered(), 2);
  pages.finishOne();
  assert.equal(await (await second).text(), 'page');
});

test('the pages of a burst start in separate turns of the event loop, so that other requests are read between them', async (t) => {
  let turn = 0;
  let counting: NodeJS.Immediate;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  count();
  t.after(() => clearImmediate(counting));
  const turns: number[] = [];
  const app = new Hono()
    .use(concurrencyLimit({ name: 'pages', concurrency: 10, maxWaiting: 10, timeoutMs: 10_000 }))
    .get('/', (c) => {
      turns.push(turn);
      return c.text('page');
    });
  await Promise.all(Array.from({ length: 5 }, () => app.request('/')));
  assert.equal(new Set(turns).size, 5);
});

test('a visitor who disconnects while waiting is never rendered', async () => {
  const pages = setUp();
  const first = pages.visit();
  const controller = new AbortController();
  const disconnected = Array.from({ length: 5 }, () => pages.visit(controller.signal));
  const last = pages.visit();
  await started();
  controller.abort();
  for (const response of disconnected) assert.equal((await response).status, 499);
  pages.finishOne();
  await (await first).text();
  await started();
  pages.finishOne();
  assert.equal(await (await last).text(), 'page');
  assert.equal(pages.rendered(), 2);
});

test('a visitor who disconnects before the turn of their page is never rendered', async () => {
  const pages = setUp({ concurrency: 10 });
  const controller = new AbortController();
  const visits = Array.from({ length: 5 }, () => pages.visit(controller.signal));
  await started();
  const startedPages = pages.rendered();
  controller.abort();
  for (let turn = 0; turn < 10; turn++) await started();
  for (let page = 0; page < startedPages; page++) pages.finishOne();
  const statuses = (await Promise.all(visits)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 499).length, 5 - startedPages);
  assert.equal(pages.rendered(), startedPages);
});

test('a visitor who disconnects while their page renders occupies the slot until it is rendered', async () => {
  const pages = setUp();
  const controller = new AbortController();
  const first = pages.visit(controller.signal);
  await started();
  const second = pages.visit();
  controller.abort();
  await started();
  await started();
  assert.equal(pages.rendered(), 1);
  pages.finishOne();
  await first;
  await started();
  assert.equal(pages.rendered(), 2);
  pages.finishOne();
  assert.equal(await (await second).text(), 'page');
});

test('returns 503 with Retry-After when too many requests wait', async () => {
  const pages = setUp({ maxWaiting: 1 });
  const others = [pages.visit(), pages.visit()];
  await started();
  const response = await pages.visit();
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '5');
  for (const one of others) {
    pages.finishOne();
    await (await one).text();
    await started();
  }
});

test('returns 504 for a page that takes too long, and frees its slot', async () => {
  const pages = setUp({ timeoutMs: 200 });
  const response = await pages.visit();
  assert.equal(response.status, 504);
  assert.match(await response.text(), /took too long/);
  const next = pages.visit();
  await started();
  assert.equal(pages.rendered(), 2);
  pages.finishOne();
  pages.finishOne();
  await next;
});

/** Returns a page whose second part is rendered when `finish` is called. */
function streamedPage() {
  const app = new Hono();
  const finish = Promise.withResolvers<void>();
  const canceled = Promise.withResolvers<void>();
  app.use(concurrencyLimit({ name: 'pages', concurrency: 1, maxWaiting: 0, timeoutMs: 10_000 }));
  app.get('/', (c) =>
    c.body(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new Uint8Array([1]));
          await finish.promise;
          controller.enqueue(new Uint8Array([2]));
          controller.close();
        },
        cancel: () => canceled.resolve(),
      }),
    ),
  );
  return { visit: () => app.request('/'), finish: () => finish.resolve(), canceled };
}

test('a streamed page occupies its slot until it is rendered, even when nothing of it has been read', async () => {
  const page = streamedPage();
  const first = await page.visit();
  assert.equal((await page.visit()).status, 503);
  page.finish();
  await started();
  assert.equal((await page.visit()).status, 200);
  assert.deepEqual(await first.bytes(), new Uint8Array([1, 2]));
});

test('a streamed page whose visitor disconnects is canceled and frees its slot', async () => {
  const page = streamedPage();
  const first = await page.visit();
  await first.body?.cancel();
  await page.canceled.promise;
  await started();
  assert.equal((await page.visit()).status, 200);
});

test('a client may send again when one of its pages is done', async () => {
  const beginFor = createClientLimit(2);
  const pages = setUp({ begin: () => beginFor('client') });
  const first = pages.visit();
  const second = pages.visit();
  assert.equal((await pages.visit()).status, 503);
  await started();
  pages.finishOne();
  assert.equal(await (await first).text(), 'page');
  await started();
  const third = pages.visit();
  assert.equal((await pages.visit()).status, 503);
  pages.finishOne();
  await second;
  await started();
  pages.finishOne();
  assert.equal((await third).status, 200);
});

test('a page whose visitor has disconnected before is not rendered', async () => {
  const pages = setUp();
  const { status } = await pages.visit(AbortSignal.abort());
  assert.deepEqual([status, pages.rendered()], [499, 0]);
});

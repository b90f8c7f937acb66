// Own process: a Hono server of another file would replace the global Response.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, mock, type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Hono } from 'hono';
import { createPageCache, type PageCacheOptions } from '#src/page-cache/page-cache.ts';
import { createPageRecord, type PageRecord } from '#src/request/page-record.ts';
import type { SiteEnv } from '#src/request/site-env.ts';

const ttlMs = 5000;

let time = 1_000_000;
before(() => {
  mock.method(performance, 'now', () => time);
});
after(() => mock.reset());

function query(sent: URLSearchParams): URLSearchParams {
  const q = sent.get('q')?.trim();
  return new URLSearchParams(q && { q });
}

/** Returns a site whose home page shows `data`, which each render reads once. */
function setUp(options: Partial<PageCacheOptions> = {}) {
  const state = {
    data: 'Baker',
    /** In milliseconds. */
    get now() {
      return time;
    },
    set now(value) {
      time = value;
    },
    reads: 0,
    rendered: [] as Request[],
    respond: undefined as
      | ((request: Request, record: PageRecord) => Response | Promise<Response>)
      | undefined,
  };
  const currentVersion = async () => {
    state.reads += 1;
    return `version of ${state.data}`;
  };
  const render = async (request: Request, record: PageRecord): Promise<Response> => {
    state.rendered.push(request);
    if (state.respond) return state.respond(request, record);
    const { data } = state;
    record.reads.set('openings', { version: await currentVersion(), currentVersion });
    const { pathname, search } = new URL(request.url);
    const text = `<!DOCTYPE html><p>${data} ${pathname}${search}</p>${'.'.repeat(2000)}`;
    return new Response(text, {
      headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" },
    });
  };
  const cache = createPageCache({
    routeOf: (path) => (['/', '/contact'].includes(path) ? { query, isLimited: false } : undefined),
    files: new Map(),
    ttlMs,
    maxBytes: 1_000_000,
    pinned: ['/'],
    render: async (address, { accept, canWait }) => {
      const record = createPageRecord({ canWait });
      const request = new Request(new URL(address, 'http://site.example'), { headers: { accept } });
      return { response: await render(request, record), record };
    },
    ...options,
  });
  const app = new Hono<SiteEnv>();
  app.use(async (c, next) => (await cache.handle(c.req.raw)) ?? next());
  app.all('*', (c) => render(c.req.raw, createPageRecord()));
  const visit = (path = '/', headers: Record<string, string> = {}, method = 'GET') =>
    Promise.resolve(app.request(path, { headers, method }));
  return { state, cache, visit, text: async (path?: string) => (await visit(path)).text() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('renders a page once and sends the same bytes to all visitors', async () => {
  const { state, visit } = setUp();
  const first = await visit();
  const second = await visit('/', { cookie: 'upload_ticket=1' });
  assert.equal(await first.text(), await second.text());
  assert.equal(second.headers.get('content-security-policy'), "default-src 'self'");
  assert.equal(
    second.headers.get('cache-control'),
    'public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=3600',
  );
  assert.equal(state.rendered.length, 1);
  assert.equal(state.rendered[0]?.headers.get('cookie'), null);
});

test('renders a page once for 50 visitors who come at the same time', async () => {
  const { state, text } = setUp();
  const pages = await Promise.all(Array.from({ length: 50 }, () => text()));
  assert.equal(new Set(pages).size, 1);
  assert.equal(state.rendered.length, 1);
  assert.equal(state.reads, 1);
});

test('ignores query parameters that the page does not read', async () => {
  const { state, text } = setUp();
  const home = await text('/');
  for (let number = 0; number < 20; number += 1) assert.equal(await text(`/?utm=${number}`), home);
  assert.match(await text('/?utm=1&q=baker'), /baker/);
  assert.match(await text('/?q=%20baker&x=2'), /baker/);
  assert.equal(state.rendered.length, 2);
});

for (const [coding, decode] of [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)
  test(`sends ${coding} with an ETag of its own`, async () => {
    const { visit, text } = setUp();
    const plain = await text();
    const response = await visit('/', { 'accept-encoding': `identity;q=0.5, ${coding}` });
    assert.equal(response.headers.get('content-encoding'), coding);
    assert.equal(decode(Buffer.from(await response.arrayBuffer())).toString(), plain);
    assert.match(response.headers.get('etag') ?? '', new RegExp(`-${coding}"$`));
    assert.equal(response.headers.get('vary'), 'Accept-Encoding');
  });

test('returns 304 for a known ETag, without a new policy', async () => {
  const { state, visit } = setUp();
  for (const coding of ['', 'br']) {
    const { headers } = await visit('/', { 'accept-encoding': coding });
    const etag = headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await visit('/', { 'if-none-match': known, 'accept-encoding': coding });
      assert.equal(response.status, 304);
      assert.equal(await response.text(), '');
      assert.equal(response.headers.get('etag'), etag);
      assert.equal(response.headers.get('content-security-policy'), null);
      assert.equal(response.headers.get('cache-control'), headers.get('cache-control'));
    }
  }
  assert.equal((await visit('/', { 'if-none-match': '"other"' })).status, 200);
  assert.equal(state.rendered.length, 1);
});

test('sends an expired page once more and renders it again, if its data has changed', async () => {
  const { state, text } = setUp();
  await text();
  state.data = 'Cook';
  state.now += ttlMs - 1;
  assert.match(await text(), /Baker/);
  state.now += 1;
  assert.match(await text(), /Baker/);
  await settled();
  await settled();
  assert.match(await text(), /Cook/);
  assert.equal(state.rendered.length, 2);
});

test('a clock that is set back does not keep an expired page', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10 ** 9 });
  const { state, text } = setUp();
  await text();
  state.data = 'Cook';
  state.now += 66_000;
  t.mock.timers.setTime(1);
  assert.match(await text(), /Cook/);
});

test('does not render an expired page again if its data is the same', async () => {
  const { state, text } = setUp();
  await text();
  state.now += ttlMs;
  await text();
  await settled();
  assert.equal(state.reads, 2);
  assert.equal(state.rendered.length, 1);
});

test('renders an expired page again if one of its reads was an earlier copy', async () => {
  const { state, text } = setUp();
  state.respond = (_request, record) => {
    record.reads.set('openings', { version: undefined, currentVersion: async () => undefined });
    return new Response('may be out of date');
  };
  await text();
  state.now += ttlMs;
  await text();
  await settled();
  await settled();
  assert.equal(state.rendered.length, 2);
});

test('with CACHE_TTL_MS=0 renders a page for each request', async () => {
  const { state, text } = setUp({ ttlMs: 0 });
  await text();
  await text();
  assert.equal(state.rendered.length, 2);
});

test('renders a page again after a minute, because it shows dates', async () => {
  const { state, text } = setUp();
  await text();
  state.now += 59_999;
  await text();
  await settled();
  assert.equal(state.rendered.length, 1);
  state.now += ttlMs;
  await text();
  await settled();
  await settled();
  assert.equal(state.rendered.length, 2);
});

test('an expired page is sent for a minute, then a visitor waits for the new one', async () => {
  for (const [age, shown] of [
    [ttlMs + 59_999, /Baker/],
    [ttlMs + 60_000, /Cook/],
  ] as const) {
    const { state, text } = setUp();
    await text();
    state.data = 'Cook';
    state.now += age;
    assert.match(await text(), shown);
  }
});

test('renders a page without API data once', async () => {
  const { state, text } = setUp();
  state.respond = () => new Response('contact', { headers: { 'content-type': 'text/html' } });
  await text('/contact');
  state.now += 10 ** 9;
  await text('/contact');
  assert.equal(state.rendered.length, 1);
});

test('sends the old page at once while a new one is rendered slowly, and then the new one', async () => {
  const { state, text } = setUp();
  await text();
  const slow = Promise.withResolvers<Response>();
  state.respond = (_request, record) => {
    // Otherwise the page would be streamed with its loading dialog, and could not be stored.
    assert.equal(record.canWait, true);
    return slow.promise;
  };
  // Stale; then older than it may be while it is rendered: the host is slow.
  for (const wait of [ttlMs, 30_000, 61_000, 59_000, 61_000]) {
    state.now += wait;
    assert.match(await text(), /Baker/);
  }
  assert.equal(state.rendered.length, 2);
  slow.resolve(new Response('Cook'));
  while ((await text()) !== 'Cook') await settled();
});

test('sends the old page while the new one lacks data, for an hour', async () => {
  const { state, visit, text } = setUp();
  await text();
  state.respond = () =>
    new Response('loading', { headers: { 'cache-control': 'private, no-store' } });
  for (let minutes = 0; minutes < 58; minutes += 1) {
    state.now += 60_000;
    assert.match(await text(), /Baker/);
    await settled();
    await settled();
  }
  state.now += 200_000;
  assert.equal(await (await visit()).text(), 'loading');
});

for (const [age, status] of [
  [3_599_999, 200],
  [3_600_000, 500],
] as const)
  test(`while a new page fails, a visitor gets ${status} after ${age} ms`, async () => {
    const { state, visit, text } = setUp();
    await text();
    state.respond = () => new Response('failed', { status: 500 });
    state.now += age;
    assert.equal((await visit()).status, status);
  });

for (const [name, respond] of [
  ['sets a cookie', () => new Response('a', { headers: { 'set-cookie': 'a=1' } })],
  ['is private', () => new Response('a', { headers: { 'cache-control': 'private, no-store' } })],
  ['is not found', () => new Response('a', { status: 404 })],
  ['redirects', () => new Response(null, { status: 307, headers: { location: '/' } })],
] as const)
  test(`does not store a response that ${name}`, async () => {
    const { state, visit } = setUp();
    state.respond = respond;
    const first = await visit();
    assert.equal(first.status, respond().status);
    await visit();
    assert.equal(state.rendered.length, 2);
  });

test('does not store a page that reads a cookie in its last part', async () => {
  const { state, visit } = setUp();
  state.respond = (_request, record) => {
    const parts = ['first', 'last'];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) return controller.close();
        if (part === 'last') record.isPrivate = true;
        controller.enqueue(Buffer.from(part));
      },
    });
    return new Response(body);
  };
  assert.equal(await (await visit()).text(), 'firstlast');
  await visit();
  assert.equal(state.rendered.length, 2);
});

test('does not use the cache for a form', async () => {
  const { state, visit } = setUp();
  await visit();
  await visit('/', {}, 'POST');
  assert.equal(state.rendered.length, 2);
});

/** Each page takes some 4 kB. */
const setUpSmall = () => setUp({ maxBytes: 20_000, routeOf: () => ({ query, isLimited: false }) });

test('home stays stored while 2,000 other pages are read once', async () => {
  const { state, cache, text } = setUpSmall();
  state.respond = () => new Response('x');
  await text('/');
  for (let number = 0; number < 2000; number += 1)
    await cache.handle(new Request(`http://site.example/?q=${number}`));
  await text('/');
  assert.equal(state.rendered.length, 2001);
});

test('keeps at most the given number of bytes, and the pages that are used', async () => {
  const { state, text } = setUpSmall();
  await text('/contact');
  for (let number = 0; number < 50; number += 1) {
    await text(`/?q=${number}`);
    await text('/contact');
  }
  assert.equal(state.rendered.length, 51);
  for (const number of [49, 48, 47]) await text(`/?q=${number}`);
  assert.equal(state.rendered.length, 51);
  await text('/?q=0');
  assert.equal(state.rendered.length, 52);
});

test('every page shows the data of a moment in its time to live', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant('change' as const), text: fc.constantFrom('a', 'b', 'c') }),
          fc.record({
            kind: fc.constant('wait' as const),
            ms: fc.integer({ min: 1, max: 90_000 }),
          }),
          fc.record({ kind: fc.constant('visit' as const) }),
        ),
        { maxLength: 40 },
      ),
      async (steps) => {
        const { state, text } = setUp();
        const history = [{ at: state.now, text: state.data }];
        for (const step of steps) {
          if (step.kind === 'wait') state.now += step.ms;
          else if (step.kind === 'change') {
            state.data = step.text;
            history.push({ at: state.now, text: step.text });
          } else {
            const shown = /<p>(\w+) /.exec(await text())?.[1];
            await settled();
            // The data of any moment since the oldest time that a page may show.
            const from = history.findLastIndex(({ at }) => at <= state.now - ttlMs - 60_000);
            assert.ok(
              history.slice(Math.max(0, from)).some((entry) => entry.text === shown),
              `${shown} at ${state.now}`,
            );
          }
        }
      },
    ),
  ));

async function listen(t: TestContext, cache: ReturnType<typeof setUp>['cache']): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    if (!cache.send(incoming, outgoing)) outgoing.writeHead(599).end();
  }).listen(0);
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Sends a request to a server that uses `cache.send` only; 599 if it does not respond. */
async function sender(t: TestContext, cache: ReturnType<typeof setUp>['cache']) {
  const port = await listen(t, cache);
  return async (method: string, headers: Record<string, string> = {}) => {
    const [response] = (await once(
      request({ port, method, headers, agent: false }).end(),
      'response',
    )) as [IncomingMessage];
    const parts = await response.toArray();
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
  };
}

test('a page that is rendered again is compressed in the codings of its visitors', async (t) => {
  const { state, cache, visit, text } = setUp();
  const send = await sender(t, cache);
  await visit('/', { 'accept-encoding': 'br' });
  const old = await text();
  state.data = 'Cook';
  state.now += ttlMs + 1;
  while ((await text()) === old) await settled();
  assert.equal((await send('GET', { 'accept-encoding': 'br' })).status, 200);
  assert.equal((await send('GET', { 'accept-encoding': 'gzip' })).status, 599);
});

test('send writes stored pages only', async (t) => {
  const { cache, visit, text } = setUp();
  const send = await sender(t, cache);
  assert.equal((await send('GET')).status, 599);
  const page = await text();
  const stored = await send('GET');
  assert.equal(stored.status, 200);
  assert.equal(stored.body.toString(), page);
  assert.equal(stored.headers['content-security-policy'], "default-src 'self'");
  const head = await send('HEAD');
  assert.equal(head.body.length, 0);
  assert.equal(head.headers['content-length'], String(page.length));
  assert.equal((await send('POST')).status, 599);
  assert.equal((await send('GET', { 'accept-encoding': 'br' })).status, 599);
  await visit('/', { 'accept-encoding': 'br' });
  assert.equal((await send('GET', { 'accept-encoding': 'br' })).headers['content-encoding'], 'br');
  assert.equal((await send('GET', { 'if-none-match': stored.headers.etag ?? '' })).status, 304);
});

test('each response that send writes has the id of its own request', async (t) => {
  const { cache, text } = setUp();
  const send = await sender(t, cache);
  await text();
  const stored = await send('GET');
  const id = stored.headers['x-request-id'];
  assert.match(`${id}`, /^[\da-f-]{36}$/);
  assert.notEqual((await send('GET')).headers['x-request-id'], id);
  const known = { 'if-none-match': stored.headers.etag ?? '', 'x-request-id': 'a-visit' };
  const unchanged = await send('GET', known);
  assert.deepEqual([unchanged.status, unchanged.headers['x-request-id']], [304, 'a-visit']);
});

test('send leaves a page with a rate limit to the middleware, unless it is fresh', async (t) => {
  const { cache, state, text } = setUp({
    routeOf: () => ({ query, isLimited: true }),
  });
  const send = await sender(t, cache);
  assert.equal((await send('GET')).status, 599);
  await text();
  state.now += ttlMs - 1;
  assert.equal((await send('GET')).status, 200);
  state.now += 1;
  assert.equal((await send('GET')).status, 599);
  assert.equal(state.reads, 1);
});

test('send writes a file with the headers that the site added to it at the first request', async (t) => {
  const file = { body: Buffer.from('let a'), coded: { br: Buffer.from('coded') }, headers: {} };
  const { cache, state, visit } = setUp({ files: new Map([['/assets/a.js', file]]) });
  state.respond = () =>
    new Response(file.body, { headers: { 'x-content-type-options': 'nosniff' } });
  const server = createServer((incoming, outgoing) => {
    if (!cache.send(incoming, outgoing)) outgoing.writeHead(599).end();
  }).listen(0);
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://localhost:${(server.address() as AddressInfo).port}/assets/a.js?v=1`;
  assert.equal((await fetch(url)).status, 599);
  assert.equal(await (await visit('/assets/a.js')).text(), 'let a');
  const plain = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(await plain.text(), 'let a');
  assert.equal(plain.headers.get('x-content-type-options'), 'nosniff');
  const [coded] = (await once(
    get(url, { headers: { 'accept-encoding': 'br' }, agent: false }),
    'response',
  )) as [IncomingMessage];
  assert.equal(Buffer.concat(await coded.toArray()).toString(), 'coded');
  assert.equal(coded.headers['content-encoding'], 'br');
  state.now += 10 ** 9;
  const etag = plain.headers.get('etag') ?? '';
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304);
  assert.equal(state.rendered.length, 1);
});

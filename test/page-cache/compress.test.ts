import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { withRequestContext } from '#src/middleware/request-context.ts';
import { requestId } from '#src/middleware/request-id.ts';
import { compress } from '#src/page-cache/compress.ts';
import type { SiteEnv } from '#src/request/site-env.ts';

test('each coding of a response has an ETag of its own', async () => {
  const app = new Hono().use(compress()).get('/', (c) => {
    const headers = { 'content-type': 'text/html', etag: '"a"' };
    return c.body('Bread. '.repeat(1000), 200, headers);
  });
  const etagFor = async (accepted: string) =>
    (await app.request('/', { headers: { 'accept-encoding': accepted } })).headers.get('etag');
  assert.equal(await etagFor('identity'), '"a"');
  assert.equal(await etagFor('gzip'), '"a-gzip"');
  assert.equal(await etagFor('br'), '"a-br"');
});

test('Vary names the coding of every response that could have one, once', async () => {
  const app = new Hono().use(compress());
  const types = { '/page': 'text/html', '/picture': 'image/png' };
  for (const [path, type] of Object.entries(types))
    app.get(path, (c) => c.body('Bread. '.repeat(1000), 200, { 'content-type': type }));
  app.get('/short', (c) => c.body('Bread.', 200, { 'content-type': 'text/html' }));
  app.get('/varied', (c) =>
    c.body('Bread.', 200, { 'content-type': 'text/html', vary: 'X-Other, Accept-Encoding' }),
  );
  app.get('/other', (c) => c.body('Bread.', 200, { 'content-type': 'text/html', vary: 'X-Other' }));
  const varyOf = async (path: string, method: string, accepted: string) =>
    (await app.request(path, { method, headers: { 'accept-encoding': accepted } })).headers.get(
      'vary',
    );
  for (const method of ['GET', 'HEAD'])
    for (const accepted of ['br', 'identity']) {
      const name = `${method} ${accepted}`;
      assert.equal(await varyOf('/page', method, accepted), 'Accept-Encoding', name);
      assert.equal(await varyOf('/short', method, accepted), 'Accept-Encoding', name);
      assert.equal(await varyOf('/varied', method, accepted), 'X-Other, Accept-Encoding', name);
      assert.equal(await varyOf('/other', method, accepted), 'X-Other, Accept-Encoding', name);
      assert.equal(await varyOf('/picture', method, accepted), null, name);
    }
});

/** Returns a response with these headers and a declared length. */
const compressed = async (length: number, headers: Readonly<Record<string, string>>) => {
  const declared = { ...headers, 'content-length': `${length}` };
  const app = new Hono().use(compress()).get('/', (c) => c.body('a'.repeat(length), 200, declared));
  return app.request('/', { headers: { 'accept-encoding': 'gzip' } });
};

test('a response of known length is compressed as a whole, from 1,024 bytes on', async () => {
  const html = { 'content-type': 'text/html' };
  const short = await compressed(1023, html);
  assert.equal(short.headers.get('content-encoding'), null);
  assert.equal(short.headers.get('content-length'), '1023');
  const long = await compressed(1024, html);
  assert.equal(long.headers.get('content-encoding'), 'gzip');
  const bytes = Buffer.from(await long.arrayBuffer());
  assert.equal(long.headers.get('content-length'), `${bytes.length}`);
  assert.equal(gunzipSync(bytes).toString(), 'a'.repeat(1024));
});

for (const [coding, types] of [
  [
    'gzip',
    [
      ...['text/html; charset=utf-8', 'text/plain', 'text/x-component', 'image/svg+xml'],
      ...['application/json', 'application/xml', 'application/rss+xml'],
      ...['application/ld+json', 'application/feed+json', 'application/manifest+json'],
    ],
  ],
  [null, ['', 'image/png', 'application/pdf', 'font/woff2', 'x-text/html', 'x/application/json']],
] as const)
  for (const type of types)
    test(`a response of the type '${type}' is ${coding ? '' : 'not '}compressed`, async () => {
      const { headers } = await compressed(2000, { 'content-type': type });
      assert.equal(headers.get('content-encoding'), coding);
    });

test('a response that has a coding keeps it', async () => {
  const headers = { 'content-type': 'text/html', 'content-encoding': 'br' };
  const response = await compressed(2000, headers);
  assert.equal(response.headers.get('content-encoding'), 'br');
  assert.equal((await response.text()).length, 2000);
});

test('a page that is not compressed stays the same response, so that the server writes its bytes at once', async () => {
  const page = new Response('Bread.', { headers: { 'content-type': 'text/html' } });
  Object.defineProperty(page, 'body', { get: () => assert.fail('the body became a stream') });
  const app = new Hono<SiteEnv>()
    .use(requestId(), compress(), withRequestContext())
    .get('/', () => page);
  const response = await app.request('/');
  assert.equal(response, page);
  assert.equal(response.headers.get('content-language'), 'en');
  assert.ok(response.headers.has('x-request-id'));
});

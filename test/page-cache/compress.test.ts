import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { compress } from '#src/page-cache/compress.ts';

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

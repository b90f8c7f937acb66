import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { compress } from '#src/document/compress.ts';

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

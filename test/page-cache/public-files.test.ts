import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { precompress } from '#cli/server/build.ts';
import { createPageCache } from '#src/page-cache/page-cache.ts';
import { readPublicFiles, serveFiles } from '#src/page-cache/public-files.ts';
import { createPageRecord } from '#src/request/page-record.ts';
import type { SiteEnv } from '#src/request/site-env.ts';

const directory = mkdtempSync(join(tmpdir(), 'careers-static-'));
after(() => rmSync(directory, { recursive: true }));
const script = `console.log(${JSON.stringify('bread '.repeat(1000))})`;
mkdirSync(join(directory, 'assets'));
mkdirSync(join(directory, 'pictures'));
writeFileSync(join(directory, 'assets/index-AbCd_123.js'), script);
writeFileSync(join(directory, 'assets/tiny-AbCd_124.js'), 'tiny');
writeFileSync(join(directory, 'pictures/bread.webp'), Buffer.alloc(3000));
writeFileSync(join(directory, 'index.html'), '<p>never served</p>');
await precompress(directory);
const files = readPublicFiles(directory);
const stored = new Hono<SiteEnv>().use(serveFiles(files));
const { handle } = createPageCache({
  routeOf: () => undefined,
  files,
  ttlMs: 0,
  pinned: [],
  maxBytes: 1,
  render: async (path) => ({
    response: await stored.request(path),
    record: createPageRecord(),
  }),
});
const app = new Hono<SiteEnv>()
  .use(async (c, next) => (await handle(c.req.raw)) ?? next())
  .get('*', (c) => c.text('a page'));

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

test('the build compresses only text that becomes smaller', () => {
  assert.deepEqual(readdirSync(directory, { recursive: true }).sort(), [
    'assets',
    'assets/index-AbCd_123.js',
    'assets/index-AbCd_123.js.br',
    'assets/index-AbCd_123.js.gz',
    'assets/tiny-AbCd_124.js',
    'index.html',
    'pictures',
    'pictures/bread.webp',
  ]);
});

test('caches a file with a hashed name for a year, others for an hour', async () => {
  const hashed = await get('/assets/index-AbCd_123.js');
  assert.equal(hashed.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(hashed.headers.get('content-type'), 'text/javascript; charset=utf-8');
  const other = await get('/pictures/bread.webp');
  assert.match(other.headers.get('cache-control') ?? '', /^public, max-age=3600/);
  assert.equal(other.headers.get('content-type'), 'image/webp');
});

test('serves the variant that the browser accepts, with its length and ETag', async () => {
  const plain = await get('/assets/index-AbCd_123.js');
  const br = await get('/assets/index-AbCd_123.js', { 'accept-encoding': 'gzip, br' });
  assert.equal(br.headers.get('content-encoding'), 'br');
  assert.equal(br.headers.get('vary'), 'Accept-Encoding');
  assert.notEqual(br.headers.get('etag'), plain.headers.get('etag'));
  const bytes = Buffer.from(await br.arrayBuffer());
  assert.equal(bytes.length, Number(br.headers.get('content-length')));
  assert.equal(brotliDecompressSync(bytes).toString(), script);
  const gzip = await get('/assets/index-AbCd_123.js', { 'accept-encoding': 'gzip' });
  assert.equal(gzip.headers.get('content-encoding'), 'gzip');
});

test('returns 304 for a matching ETag', async () => {
  const first = await get('/pictures/bread.webp');
  const etag = first.headers.get('etag') ?? '';
  for (const header of [`"other", ${etag}`, `W/${etag}`, '*']) {
    const again = await get('/pictures/bread.webp', { 'if-none-match': header });
    assert.equal(again.status, 304, header);
    assert.equal(again.body, null);
  }
});

test('returns the length without a body for HEAD', async () => {
  const response = await app.request('/pictures/bread.webp', { method: 'HEAD' });
  assert.equal(response.headers.get('content-length'), '3000');
  assert.equal(await response.text(), '');
});

for (const path of ['/', '/index.html', '/assets/index-AbCd_123.js.br', '/../package.json']) {
  test(`does not serve ${path}`, async () => {
    assert.equal(await (await get(path)).text(), 'a page');
  });
}

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { Render } from '#src/middleware/site.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';

const host = await startScriptedHost();
const dataDir = mkdtempSync(join(tmpdir(), 'careers-middleware-'));
Object.assign(process.env, {
  API_HOST: host.origin,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  CACHE_TTL_MS: '0',
  SITE_ORIGIN: 'http://localhost:3000',
});
const { siteMiddleware } = await import('#src/middleware/site.ts');
const { submissionRepository } = await import('#src/submissions/repository.ts');
after(async () => {
  await submissionRepository().close();
  await host.stop();
  rmSync(dataDir, { recursive: true });
});

const page = () =>
  new Response('<!DOCTYPE html><p>Bread</p>', { headers: { 'content-type': 'text/html' } });
let asked: Request[] = [];
beforeEach(() => {
  asked = [];
});
const visit = async (path: string, init: RequestInit = {}, render: Render = page) => {
  const app = siteMiddleware(
    (request, bindings) => {
      asked.push(request);
      return render(request, bindings);
    },
    { serverModules: new Set(['abc123']) },
  );
  const headers = { accept: 'text/html', ...(init.headers as Record<string, string>) };
  return app.request(path, { ...init, headers });
};

test('a page comes with every header that protects its visitor', async () => {
  const { headers } = await visit('/');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin');
  assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal(headers.get('strict-transport-security'), null);
});

for (const [method, path, allow] of [
  ['DELETE', '/', 'GET, HEAD, POST'],
  ['PUT', '/contact', 'GET, HEAD, POST'],
  ['GET', '/api/uploadapplicantdocument', 'POST'],
  ['POST', '/api/submission', 'GET, HEAD'],
  ['POST', '/RSC/R/_root.txt', 'GET, HEAD'],
] as const) {
  test(`${method} ${path} is answered 405 with what is allowed, and renders nothing`, async () => {
    const reply = await visit(path, { method });
    assert.equal(reply.status, 405);
    assert.equal(reply.headers.get('allow'), allow);
    assert.equal(asked.length, 0);
  });
}

for (const path of ['/RSC/x', '/RSC/F/a.txt', '/RSC/F/../a/b.txt%', '/RSC/F/a/b/c.txt']) {
  test(`${path} is answered 404 in a sentence, and renders nothing`, async () => {
    const reply = await visit(path, { method: path.includes('/F/') ? 'POST' : 'GET' });
    assert.equal(reply.status, 404);
    assert.match(await reply.text(), /There is no such page\./);
    assert.equal(asked.length, 0);
  });
}

test('a path that cannot be decoded leads home, as any path that is no route', async () => {
  const reply = await visit('/%E0%A4%A');
  assert.equal(reply.status, 307);
  assert.equal(reply.headers.get('location'), '/');
  assert.equal(asked.length, 0);
});

test('a server function of the build is called, one of an earlier build is not there any more', async () => {
  const call = { method: 'POST', body: '[]' };
  assert.equal((await visit('/RSC/F/abc123/apply.txt', call)).status, 200);
  assert.equal((await visit('/RSC/F/abc999/apply.txt', call)).status, 404);
  assert.equal(asked.length, 1);
});

const form = (text = 'Ada') => {
  const body = new FormData();
  body.append('firstname', text);
  return body;
};

test('a form posted from this site is rendered with its body', async () => {
  const reply = await visit(
    '/contact',
    { method: 'POST', body: form(), headers: { origin: 'http://localhost:3000' } },
    async (request) => new Response(String((await request.formData()).get('firstname'))),
  );
  assert.equal(await reply.text(), 'Ada');
});

for (const headers of [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
]) {
  test(`a form posted with ${JSON.stringify(headers)} is refused`, async () => {
    const reply = await visit('/contact', { method: 'POST', body: form(), headers });
    assert.equal(reply.status, 403);
    assert.equal(asked.length, 0);
  });
}

test('a POST that is no form is refused before a page is rendered for it', async () => {
  const reply = await visit('/', { method: 'POST', body: 'a=b' });
  assert.equal(reply.status, 415);
  assert.equal(asked.length, 0);
});

test('a form longer than any of ours is refused, whether it says so or not', async () => {
  const long = form('x'.repeat(2_000_000));
  const declared = await visit('/contact', {
    method: 'POST',
    body: long,
    headers: { 'content-length': '2000000' },
  });
  const chunked = await visit('/contact', { method: 'POST', body: long });
  assert.deepEqual([declared.status, chunked.status], [413, 413]);
  assert.match(await chunked.text(), /Please shorten it/);
  assert.equal(asked.length, 0);
});

test('the longest letter the form takes fits', async () => {
  const reply = await visit('/contact', { method: 'POST', body: form('ẹ'.repeat(30_000)) });
  assert.equal(reply.status, 200);
});

test('a page that fails is a page with a sentence, never an empty shell', async () => {
  const shell = () => new Response('<html><body></body></html>', { status: 500 });
  const reply = await visit('/', {}, shell);
  assert.equal(reply.status, 500);
  const html = await reply.text();
  assert.match(html, /Something went wrong on our side/);
  assert.match(html, /<a href="\/">/);
});

test('what a page throws is told in a sentence, without its stack', async () => {
  const reply = await visit('/', {}, () => {
    throw new Error('secret detail');
  });
  assert.equal(reply.status, 500);
  assert.doesNotMatch(await reply.text(), /secret|at .*\.ts/);
});

test('documents without a ticket are refused and nothing is rendered or forwarded', async () => {
  const reply = await visit('/api/uploadapplicantdocument', { method: 'POST', body: form() });
  assert.equal(reply.status, 403);
  assert.equal(asked.length, 0);
  assert.equal(host.calls.length, 0);
});

test('the site is alive while its API host is down, but not ready', async () => {
  assert.equal((await visit('/readyz')).status, 200);
  await host.stop();
  assert.equal((await visit('/healthz')).status, 200);
  assert.equal((await visit('/readyz')).status, 503);
  await host.restart();
});

test('a page is compressed for a browser that takes it, and not for one that does not', async () => {
  const long = () =>
    new Response(`<p>${'Bread. '.repeat(1000)}</p>`, { headers: { 'content-type': 'text/html' } });
  const encodingFor = async (accept: string) =>
    (await visit('/', { headers: { 'accept-encoding': accept } }, long)).headers.get(
      'content-encoding',
    );
  assert.equal(await encodingFor('gzip, deflate, br'), 'br');
  assert.equal(await encodingFor('gzip'), 'gzip');
  assert.equal(await encodingFor('br;q=0, identity'), null);
});

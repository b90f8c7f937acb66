// Own process: the settings are read once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { securityHeaders } from '#src/middleware/security-headers.ts';
import { maxFormBytes } from '#src/routes.ts';
import { ownProcess } from '#test/support/own-process.ts';

await ownProcess({ API_HOST: 'http://127.0.0.1:1' });
const { siteMiddleware } = await import('#src/app.ts');

const { app } = siteMiddleware(({ url }) => {
  if (url.endsWith('broken')) throw new Error('broken');
  return new Response('<!DOCTYPE html><p>Bread</p>', { headers: { 'content-type': 'text/html' } });
});
const visit = (path: string, init: RequestInit = {}) => Promise.resolve(app.request(path, init));

for (const paths of ['/my-application', '/alerts'])
  test(`no response below ${paths} names the address to another page`, async () => {
    const path = `${paths}/secret`;
    const posted = { method: 'POST', body: 'a=b' };
    for (const [status, response] of [
      [200, visit(path)],
      [200, visit(path, { method: 'HEAD' })],
      [308, visit(`${paths}//secret`)],
      [308, visit(`${path}/`)],
      [403, visit(`${path}/erase`, { ...posted, headers: { origin: 'https://evil.example' } })],
      [405, visit(path, posted)],
      [413, visit(`${path}/erase`, { ...posted, body: 'x'.repeat(maxFormBytes + 1) })],
      [500, visit(`${path}-broken`)],
    ] as const) {
      assert.equal((await response).status, status);
      assert.equal((await response).headers.get('referrer-policy'), 'no-referrer', `${status}`);
    }
  });

test('an error page that is answered before the policy of pages has a policy, and no site frames it', async () => {
  const html = { accept: 'text/html' };
  const json = {
    method: 'POST',
    body: '{}',
    headers: { ...html, 'content-type': 'application/json' },
  };
  for (const [status, path, init] of [
    [405, '/', { method: 'DELETE', headers: html }],
    [415, '/application/1', json],
    [
      403,
      '/alerts',
      { method: 'POST', body: 'a=b', headers: { ...html, origin: 'https://evil.example' } },
    ],
    [404, '/assets/none.js', { headers: html }],
  ] as const) {
    const response = await visit(path, init);
    assert.equal(response.status, status);
    assert.match(response.headers.get('content-type') ?? '', /html/);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/, path);
  }
});

/** `permissions-policy`, which is long, is tested in test/app.own.test.ts. */
async function headersOf(path: string, siteOrigin = 'https://careers.example') {
  const app = new Hono().use(securityHeaders(siteOrigin)).get('*', (c) => c.text(''));
  const { headers } = await app.request(path);
  headers.delete('content-type');
  headers.delete('permissions-policy');
  return [...headers].map(([name, value]) => `${name}: ${value}`);
}
const strictTransport = 'strict-transport-security: max-age=31536000; includeSubDomains';
const pageHeaders = [
  'cross-origin-opener-policy: same-origin',
  'cross-origin-resource-policy: same-origin',
  'referrer-policy: strict-origin-when-cross-origin',
  strictTransport,
  'x-content-type-options: nosniff',
  'x-frame-options: DENY',
];
const embedHeaders = pageHeaders
  .filter((header) => header !== 'x-frame-options: DENY')
  .map((header) => header.replace('resource-policy: same-origin', 'resource-policy: cross-origin'));

for (const [path, headers] of [
  ['/', pageHeaders],
  ['/assets', pageHeaders],
  ['/embedded', pageHeaders],
  ['/my-application', pageHeaders],
  [
    '/my-application/secret',
    pageHeaders.map((header) => header.replace(/^referrer.*/, 'referrer-policy: no-referrer')),
  ],
  ['/embed', embedHeaders],
  ['/embed.js', ['access-control-allow-origin: *', ...embedHeaders]],
  // A file of the build is no document.
  [
    '/assets/page-12345678.js',
    [
      'cross-origin-resource-policy: same-origin',
      strictTransport,
      'x-content-type-options: nosniff',
    ],
  ],
] as const)
  test(`${path} has the security headers of its kind, and no others`, async () => {
    assert.deepEqual(await headersOf(path), headers);
    const expected = headers.filter((header) => header !== strictTransport);
    assert.deepEqual(await headersOf(path, 'http://localhost:3000'), expected);
  });

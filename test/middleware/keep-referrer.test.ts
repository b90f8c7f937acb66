import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { keepReferrer } from '#src/middleware/keep-referrer.ts';

const siteOrigin = 'https://careers.example';
const app = new Hono().use(keepReferrer(siteOrigin)).all('*', (c) => c.text('page'));
const from = (referer: string) => `${siteOrigin}${referer}`;

for (const [path, referer, location] of [
  ['/', from('/contact?ref=staff'), '/?ref=staff'],
  ['/?city=Lagos', from('/?q=a&ref=linkedin'), '/?city=Lagos&ref=linkedin'],
  ['/application/11', from('/?ref=staff'), '/application/11?ref=staff'],
  // The address that the browser uses may differ from SITE_ORIGIN.
  ['/', 'http://preview.example/?ref=staff', '/?ref=staff'],
  ['/?xref=a', from('/?ref=staff'), '/?xref=a&ref=staff'],
] as const)
  test(`redirects ${path} after ${referer} to ${location}`, async () => {
    const headers = { referer, host: 'preview.example' };
    const response = await app.request(path, { headers });
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), location);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const posted = await app.request(path, { method: 'POST', headers });
    assert.equal(posted.status, 200);
  });

for (const [path, referer] of [
  ['/', undefined],
  ['/', ''],
  ['/', 'ref=staff'],
  ['/', from('/contact')],
  ['/', from('/contact?ref=')],
  ['/', from('/contact?ref=else')],
  ['/', from('/contact?href=staff')],
  ['/', 'https://evil.example/?ref=staff'],
  ['/?ref=linkedin', from('/?ref=staff')],
  ['/?q=a&ref=linkedin', from('/?ref=staff')],
  ['/feedback', from('/?ref=staff')],
  ['/feed.rss', from('/?ref=staff')],
] as const)
  test(`does not redirect ${path} after ${referer}`, async () => {
    const headers = { ...(referer !== undefined && { referer }), host: 'preview.example' };
    assert.equal((await app.request(path, { headers })).status, 200);
  });

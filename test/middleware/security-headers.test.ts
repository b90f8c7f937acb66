// @own-process: the settings are read once.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { maxFormBytes } from '#src/routes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'careers-headers-'));
Object.assign(process.env, {
  API_HOST: 'http://127.0.0.1:1',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000',
});
const { siteMiddleware } = await import('#src/app.ts');
after(() => rmSync(dataDir, { recursive: true }));

const { app } = siteMiddleware(({ url }) => {
  if (url.endsWith('broken')) throw new Error('broken');
  return new Response('<!DOCTYPE html><p>Bread</p>', { headers: { 'content-type': 'text/html' } });
});
const visit = (path: string, init: RequestInit = {}) => Promise.resolve(app.request(path, init));

test('no response below the address of an applicant names that address to another page', async () => {
  const path = '/my-application/secret';
  const posted = { method: 'POST', body: 'a=b' };
  for (const [status, response] of [
    [200, visit(path)],
    [200, visit(path, { method: 'HEAD' })],
    [308, visit('/my-application//secret')],
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

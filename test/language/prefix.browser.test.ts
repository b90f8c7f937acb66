import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '../support/browser.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

test('the pages of a language have its prefix, and a search keeps it', async (t) => {
  const page = await visitor(t);
  await page.goto(`${at.origin}/fr`);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  await page.locator('main [name=company_id]').first().selectOption({ index: 1 });
  const call = page.waitForResponse((response) => response.url().includes('/RSC/F/'));
  await page.locator('main [name=q]').first().fill('baker');
  const response = await call;
  assert.equal(response.status(), 200);
  assert.match(new URL(response.url()).pathname, /^\/fr\/RSC\/F\//);
  await page.waitForURL((url) => url.searchParams.get('q') === 'baker');
  assert.equal(new URL(page.url()).pathname, '/fr');
});

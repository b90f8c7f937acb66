import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { visitor } from '../support/browser.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

describe('any other path', () => {
  for (const path of [
    '/home',
    '/nothing',
    '/nothing/at/all?x=1',
    '/application',
    '/application/',
    '/application/1/2',
    '/contact/us',
    '/404',
    '/INDEX',
    '/%00',
    '/..%2f..%2fetc%2fpasswd',
    `/${'x'.repeat(2000)}`,
  ])
    test(`${path.slice(0, 40)} redirects to /`, async () => {
      const response = await fetch(at.origin + path, { redirect: 'manual' });
      assert.equal(response.status, 307);
      assert.equal(
        new URL(response.headers.get('location') ?? '', at.origin).href,
        `${at.origin}/`,
      );
      assert.equal(await response.text(), '', 'a redirect has no error text');
    });
});

describe('a parameter that the page does not read', () => {
  for (const search of ['?utm_source=letter', '?q=chef&company_id=1&utm_source=letter&gclid=2'])
    test(`${search} gives the page without it, and the router requests nothing`, async (t) => {
      const page = await visitor(t);
      const payloads: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/RSC/')) payloads.push(request.url());
      });
      await page.goto(`${at.origin}/${search}`);
      await page.waitForLoadState('networkidle');
      await page.getByRole('heading', { name: 'Pastry chef' }).waitFor();
      assert.equal(new URL(page.url()).search, search);
      assert.deepEqual(payloads, []);
    });
});

describe('navigation between pages', () => {
  test('by Back and Forward between searches shows the list of each, and loads no page', async (t) => {
    const page = await visitor(t);
    const requests: string[] = [];
    await page.goto(at.origin);
    await page.locator('#openings [data-choice="city:Lagos"]').first().click();
    const panels = page.locator('#openings details');
    await page.waitForFunction(() => document.querySelectorAll('#openings details').length === 2);
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('#openings details').length === 4);
    assert.equal(page.url(), `${at.origin}/`);
    await page.goForward();
    await page.waitForFunction(() => document.querySelectorAll('#openings details').length === 2);
    assert.equal(new URL(page.url()).search, '?city=Lagos');
    assert.ok(
      requests.length > 0 && requests.every((path) => path.startsWith('/RSC/F/')),
      `${requests}`,
    );
    await panels.first().locator('summary').click();
    await page.getByRole('link', { name: 'Apply Now for Pastry chef' }).waitFor();
  });

  test('to an opening that does not exist loads nothing after the page', async (t) => {
    const page = await visitor(t, { allowConsole: ['404 (Not Found)'] });
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/RSC/')) calls.push(request.url());
    });
    const response = await page.goto(`${at.origin}/application/none`);
    assert.equal(response?.status(), 404);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(calls, []);
  });
});

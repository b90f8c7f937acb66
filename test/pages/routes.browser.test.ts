import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { visitor } from '../support/browser.ts';
import { openings } from '../support/default-responses.ts';
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

  test('ends at the openings in a browser', async (t) => {
    const page = await visitor(t);
    await page.goto(`${at.origin}/jobs/old-address`);
    assert.equal(page.url(), `${at.origin}/`);
    await page.getByRole('heading', { name: 'Pastry chef' }).waitFor();
  });

  test('does not fail when the router requests it', async () => {
    for (const path of ['nothing', 'home', 'application/none', 'a/b/c']) {
      const response = await fetch(`${at.origin}/RSC/R/${path}.txt?query=`);
      await response.text();
      assert.ok(response.status < 500, `${path}: ${response.status}`);
    }
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
  test('by the router shows the list, which was not in the first document', async (t) => {
    const page = await visitor(t);
    await page.goto(`${at.origin}/contact`);
    await page.waitForLoadState('networkidle');
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Obi');
    await page.getByLabel('Email address').fill('ada@kitchen.example');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.waitForURL(`${at.origin}/`);
    await page
      .locator('#openings details')
      .nth(openings.length - 1)
      .waitFor();
    assert.deepEqual(documents, []);
    await page.locator('#openings details summary').first().click();
    await page.getByRole('link', { name: 'Apply Now for Pastry chef' }).waitFor();
  });

  test('by Back and Forward shows the list and the opening', async (t) => {
    const page = await visitor(t);
    await page.goto(at.origin);
    await page.locator('#openings details summary').first().click();
    await page.getByRole('link', { name: 'Apply Now for Pastry chef' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pastry chef' }).waitFor();
    await page.goBack();
    assert.equal(await page.locator('#openings details').count(), openings.length);
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Pastry chef' }).waitFor();
  });

  test('by a menu entry shows the openings', async (t) => {
    const page = await visitor(t, { viewport: { width: 1200, height: 700 } });
    await page.goto(`${at.origin}/contact`);
    await page.getByRole('link', { name: 'Apply Now' }).first().click();
    await page.waitForURL(/#openings$/);
    await page.locator('#openings details').first().waitFor();
  });
});

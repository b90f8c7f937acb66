import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor } from '../support/browser.ts';
import { openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost({ CACHE_TTL_MS: '5000' });

const many = Array.from({ length: 2000 }, (_, n) => ({
  ...openings[n % 4],
  id: n,
  role_name: `Role ${n}`,
  company_id: 1 + (n % 2),
  company_name: n % 2 === 0 ? 'Northwind Bakery' : 'Southgate Catering',
  locations: [{ city: n % 3 === 0 ? 'Lagos' : `City ${n % 150}` }],
  jobdescription: `<p>${n} ${'Bake <b>bread</b> &amp; cakes, '.repeat(140)}</p>`,
}));

const status = (page: Page) => page.locator('#openings').getByRole('status');
const rows = (page: Page) => page.locator('#openings details');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of openings' });

/** Of the page's script, after a collection, in MB. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

test('two thousand openings are paged, filtered and searched in the browser, and its memory does not grow', async (t) => {
  at.host.always('openingsall', replies.json(listOf(many)));
  at.host.always('openings', {
    after: 'body',
    respond: ({ response, call: { query } }) => {
      const q = (query.q ?? '').toLowerCase();
      const found = many.filter(
        ({ company_id, role_name }) =>
          String(company_id) === query.company_id && role_name.toLowerCase().includes(q),
      );
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(listOf(found)));
    },
  });
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.goto(at.origin, { waitUntil: 'networkidle' });
  await status(page).getByText('2,000 openings, page 1 of 40', { exact: true }).waitFor();
  assert.equal(await rows(page).count(), 50);
  const before = await heapOf(page);

  for (let number = 2; number <= 6; number += 1) {
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await status(page).getByText(`page ${number} of 40`).waitFor();
    const first = `Role ${(number - 1) * 50}`;
    await rows(page).first().getByRole('heading', { name: first, exact: true }).waitFor();
    assert.equal(await rows(page).count(), 50);
    await page.locator('[data-summary]:focus').waitFor();
  }
  assert.equal(new URL(page.url()).search, '?page=6');
  await page.goBack();
  await status(page).getByText('page 5 of 40').waitFor();

  const filters = page.getByRole('navigation', { name: 'Filter openings' });
  await filters.getByRole('link', { name: /^Lagos/ }).click();
  await status(page).getByText('667 openings in Lagos, page 1 of 14', { exact: true }).waitFor();
  await filters.getByRole('button', { name: /^All \d+ cities/ }).click();
  await filters.getByRole('link', { name: /^City 149\b/ }).click();
  await status(page).getByText('openings in City 149').waitFor();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await status(page).getByText('2,000 openings, page 1 of 40', { exact: true }).waitFor();

  await page.getByRole('combobox', { name: 'Company' }).first().selectOption('2');
  await status(page)
    .getByText('1,000 of 2,000 openings at Southgate Catering, page 1 of 20')
    .waitFor();
  const box = page.getByRole('search', { name: 'Openings' }).getByLabel('Role or skill');
  for (const q of ['Role 1', 'Role 199', 'Role 1999']) {
    await box.fill(q);
    await status(page).getByText(`for “${q}”`).waitFor();
  }
  assert.equal(await rows(page).count(), 1);
  await box.fill('');
  await status(page)
    .getByText('1,000 of 2,000 openings at Southgate Catering, page 1 of 20')
    .waitFor();
  const after = await heapOf(page);
  assert.ok(after - before < 10, `${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`);
});

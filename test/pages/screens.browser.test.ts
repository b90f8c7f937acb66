import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteFile } from '#src/site/site-file.ts';
import { visitor } from '#test/support/browser.ts';
import { siteAndHost } from './support.ts';

const at = siteAndHost();

test('the hero with its search, company filter and slides stands on home and not on contact', async (t) => {
  const page = await visitor(t);
  await page.goto(at.origin);
  for (const part of ['[name="q"]', '[name="company_id"]', '[aria-roledescription="carousel"]'])
    assert.ok(await page.locator(`main ${part}`).first().isVisible(), part);
  await page.goto(`${at.origin}/contact`);
  await page.getByRole('heading', { level: 1, name: 'CONTACT US' }).waitFor();
  for (const part of ['[name="q"]', '[name="company_id"]', '[aria-roledescription="carousel"]'])
    assert.equal(await page.locator(`main ${part}`).count(), 0, part);
});

test('the footer of every page has the services, links, address, enquiries and the year 2020', async (t) => {
  const page = await visitor(t, { allowConsole: ['404'] });
  for (const path of ['/', '/contact', '/feedback', '/application/11', '/application/none']) {
    await page.goto(at.origin + path);
    const footer = (await page.locator('footer').last().innerText()).replace(/\s+/g, ' ');
    const wanted = ['2020', siteFile.enquiries.email, siteFile.address.lines[0] ?? ''];
    for (const text of wanted) assert.ok(footer.includes(text), `${path} lacks ${text}: ${footer}`);
    assert.ok((await page.locator('footer').last().getByRole('link').count()) > 3);
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor } from '../support/browser.ts';
import { replies } from '../support/scripted-host.ts';
import { siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

const quick = (page: Page) => page.getByRole('search', { name: 'Quick search' });
const box = (page: Page) => quick(page).getByLabel('Role or skill');
const company = (page: Page) => quick(page).getByLabel('Company');
const status = (page: Page) => quick(page).getByRole('status');

async function open(page: Page, path = '/contact'): Promise<void> {
  await page.goto(at.origin + path);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Search openings' }).click();
  await box(page).waitFor();
}

describe("the header's search", () => {
  test('requests nothing until it is opened', async (t) => {
    const page = await visitor(t);
    const before = at.host.calls.length;
    await page.goto(`${at.origin}/contact`);
    await page.waitForLoadState('networkidle');
    assert.equal(at.host.calls.length, before);
    await page.getByRole('button', { name: 'Search openings' }).click();
    await company(page).getByText('Northwind Bakery').waitFor({ state: 'attached' });
    assert.equal(at.host.callsTo('companylocations').length, 1);
  });

  test('opens on a click on its icon and closes on a click elsewhere', async (t) => {
    const page = await visitor(t);
    await page.goto(`${at.origin}/contact`);
    await page.waitForLoadState('networkidle');
    assert.equal(await box(page).isVisible(), false);
    const trigger = page.getByRole('button', { name: 'Search openings' });
    await trigger.click();
    await box(page).click();
    assert.ok(await box(page).isVisible());
    await page.getByRole('heading', { level: 1 }).click();
    await box(page).waitFor({ state: 'hidden' });
    await trigger.click();
    await company(page).and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'HOME', exact: true }).focus();
    await box(page).waitFor({ state: 'hidden' });
  });

  for (const [state, javaScriptEnabled] of [
    ['before the scripts have arrived', true],
    ['without JavaScript', false],
  ] as const)
    test(`opens, closes and searches ${state}`, async (t) => {
      const page = await visitor(t, { javaScriptEnabled, viewport: { width: 360, height: 740 } });
      await page.route('**/assets/*.js', () => {});
      await page.goto(`${at.origin}/contact`, { waitUntil: 'domcontentloaded' });
      const trigger = page.getByRole('button', { name: 'Search openings' });
      await trigger.click();
      await box(page).waitFor();
      await page.keyboard.press('Escape');
      await box(page).waitFor({ state: 'hidden' });
      await trigger.click();
      await page.mouse.click(20, 700);
      await box(page).waitFor({ state: 'hidden' });
      await trigger.click();
      await box(page).fill('chef');
      await box(page).press('Enter');
      await page.waitForURL(`${at.origin}/?company_id=&q=chef#openings`);
      assert.equal(await page.locator('main [name="q"]').inputValue(), 'chef');
    });

  test('searches when nothing was typed for 250 ms', async (t) => {
    const page = await visitor(t);
    await page.clock.install();
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await status(page).getByText('2 of 4 openings').waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    const before = at.host.callsTo('openings').length;
    const requested = () => at.host.callsTo('openings').slice(before);
    await box(page).fill('sus');
    await page.clock.runFor(240);
    await box(page).fill('sushi');
    await page.clock.runFor(240);
    assert.deepEqual(requested(), []);
    await page.clock.runFor(20);
    await status(page).getByText('No openings found for "sushi"').waitFor();
    assert.deepEqual(
      requested().map(({ query }) => query.q),
      ['sushi'],
    );
  });

  test('lists the matching openings as links while the visitor types', async (t) => {
    const page = await visitor(t);
    await open(page);
    await company(page).selectOption({ label: 'Southgate Catering' });
    await box(page).pressSequentially('night');
    await status(page).getByText('1 opening at Southgate Catering for "night"').waitFor();
    const result = quick(page).getByRole('link', { name: 'Night porter' });
    await result.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Night porter' }).waitFor();
    assert.equal(page.url(), `${at.origin}/application/night-22`);
  });

  test('keeps the link to all results in view below the results', async (t) => {
    const page = await visitor(t, { viewport: { width: 800, height: 300 } });
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await status(page).getByText('2 of 4 openings').waitFor();
    const all = quick(page).getByRole('link', { name: 'Show them on the home page' });
    const inView = await all.evaluate((link) => {
      const list = link.closest('ul')?.getBoundingClientRect();
      const { top, bottom } = link.getBoundingClientRect();
      return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
    });
    assert.ok(inView);
  });

  test('shows that nothing was found', async (t) => {
    const page = await visitor(t);
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await box(page).fill('sushi');
    await status(page).getByText('No openings found for "sushi"').waitFor();
    assert.equal(await quick(page).getByRole('listitem').count(), 0);
  });

  test('requires a company, typing or submitting, and makes no call', async (t) => {
    const page = await visitor(t);
    await open(page);
    await company(page).getByText('Northwind Bakery').waitFor({ state: 'attached' });
    const before = at.host.calls.length;
    await box(page).fill('chef');
    await box(page).press('Enter');
    await status(page).getByText('Please select a company to search...').waitFor();
    assert.match(
      await quick(page).locator('#header-company-error').innerText(),
      /Please select company$/,
    );
    assert.equal(page.url(), `${at.origin}/contact`);
    assert.equal(at.host.calls.length, before);
  });

  test('links to the same search on the home page', async (t) => {
    const page = await visitor(t);
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await box(page).fill('chef');
    await box(page).press('Enter');
    await page.waitForURL(`${at.origin}/?company_id=1&q=chef#openings`);
    assert.equal(await page.locator('#openings details').count(), 1);
  });

  test('shows a message when the search fails', async (t) => {
    const page = await visitor(t, { allowConsole: ['Failed to load resource'] });
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await page.context().setOffline(true);
    await box(page).fill('chef');
    await status(page).getByText('The search did not get through.').waitFor();
  });

  test('can be used before the companies have loaded', async (t) => {
    at.host.next('companylocations', replies.http(500), replies.http(500), replies.http(500));
    const page = await visitor(t);
    await open(page);
    await box(page).fill('chef');
    await status(page).getByText('Please select a company to search...').waitFor();
  });
});

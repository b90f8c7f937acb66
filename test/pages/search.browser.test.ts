import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../support/axe.ts';
import { visitor } from '../support/browser.ts';
import { companies, openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

const form = (page: Page) => page.getByRole('search', { name: 'Openings' });
const box = (page: Page) => form(page).getByLabel('Role or skill');
const company = (page: Page) => form(page).getByLabel('Company');
const status = (page: Page) => page.locator('#openings [data-summary]');
const panels = (page: Page) => page.locator('#openings details');

/** Opens the home page and waits for hydration. */
async function home(page: Page, path = '/'): Promise<void> {
  await page.goto(at.origin + path);
  await page.waitForLoadState('networkidle');
}

describe('searching while the visitor types', () => {
  test('shows the matching openings, and keeps the focus and the caret', async (t) => {
    const page = await visitor(t);
    await home(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await status(page).getByText('2 of 4 openings at Northwind Bakery', { exact: true }).waitFor();
    await box(page).pressSequentially('chef');
    await status(page)
      .getByText('1 opening at Northwind Bakery for “chef”', { exact: true })
      .waitFor();
    assert.equal(await panels(page).locator('h3').innerText(), 'Pastry chef');
    assert.equal(page.url(), `${at.origin}/?company_id=1&q=chef`);
    const caret = await box(page).evaluate((input: HTMLInputElement) => [
      document.activeElement === input,
      input.value,
      input.selectionStart,
    ]);
    assert.deepEqual(caret, [true, 'chef', 4]);
  });

  test('requests a company at the field, and lists what the site finds at all companies, which are a filter with their counts; no search call is made', async (t) => {
    const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
    await home(page);
    await box(page).fill('chef');
    await form(page)
      .getByText(/^(Error: )?Please select company$/)
      .first()
      .waitFor();
    const message = page.locator('#openings').getByText('Please select a company to search...');
    await message.waitFor();
    assert.equal(await company(page).getAttribute('aria-invalid'), 'true');
    await status(page).getByText('2 openings for “chef” at 2 houses', { exact: true }).waitFor();
    assert.deepEqual(await panels(page).locator('h3').allInnerTexts(), [
      'Pastry chef',
      'Event cook',
    ]);
    assert.equal(page.url(), `${at.origin}/?q=chef`);
    const chip = (name: string) => page.locator('#openings').getByRole('link', { name });
    await chip('Southgate Catering 1 opening').waitFor();
    await box(page).press('Enter');
    // The results get the focus: a phone closes its keyboard, which covers them.
    await page.locator('[data-summary]:focus').waitFor();
    await chip('Northwind Bakery 1 opening').press('Enter');
    await status(page).getByText('1 opening at Northwind Bakery for “chef”').waitFor();
    assert.equal(await company(page).inputValue(), '1');
    assert.equal(page.url(), `${at.origin}/?company_id=1&q=chef`);
    assert.equal(at.host.callsTo('openings').length, 1);

    // With several companies no search call is made, and the select shows none of them.
    await chip('Southgate Catering 1 opening').press('Enter');
    await status(page)
      .getByText('2 openings at Northwind Bakery or Southgate Catering for “chef”')
      .waitFor();
    assert.equal(await company(page).inputValue(), '');
    assert.equal(await message.count(), 0);
    assert.equal(await company(page).getAttribute('aria-invalid'), null);
    assert.equal(page.url(), `${at.origin}/?company_id=1&company_id=2&q=chef`);
    await box(page).fill('porter');
    await status(page).getByText('1 opening at Northwind').waitFor();
    assert.equal(page.url(), `${at.origin}/?company_id=1&company_id=2&q=porter`);
    assert.equal(at.host.callsTo('openings').length, 1);
    // One that is chosen in the select takes their place.
    await company(page).selectOption('2');
    await status(page).getByText('1 opening at Southgate Catering for “porter”').waitFor();
    assert.equal(page.url(), `${at.origin}/?company_id=2&q=porter`);

    for (const url of ['/?company_id=1&q=chef', '/?q=chef', '/']) {
      await page.goBack();
      await page.waitForURL(at.origin + url);
    }
    await status(page).getByText('4 openings').waitFor();
    assert.equal(await box(page).inputValue(), '');
  });

  test('lists the openings of all companies without script too, in view on a phone, and narrows them to several companies', async (t) => {
    const viewport = { width: 360, height: 640 };
    const page = await visitor(t, { javaScriptEnabled: false, viewport });
    await page.goto(at.origin);
    await box(page).fill('chef');
    await box(page).press('Enter');
    await page.waitForURL(`${at.origin}/?q=chef&company_id=#openings`);
    for (const text of [
      'Please select a company to search...',
      '2 openings for “chef” at 2 houses',
    ]) {
      const shown = page.locator('#openings').getByText(text, { exact: true });
      const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {};
      assert.ok(y > 0 && y + height < viewport.height, `${text} is at ${y} px`);
    }
    const filters = page.getByRole('navigation', { name: 'Filter openings' });
    for (const name of ['Northwind Bakery', 'Southgate Catering']) {
      await filters.getByRole('button', { name: /^Filters/ }).click();
      await filters.getByRole('link', { name: `${name} 1 opening` }).click();
    }
    await page.waitForURL(`${at.origin}/?company_id=1&company_id=2&q=chef#openings`);
    assert.equal(await panels(page).count(), 2);
    const searched = at.host.callsTo('openings').map(({ query }) => query.company_id);
    assert.deepEqual(searched, ['1']);
    // The form keeps them.
    assert.equal(await company(page).inputValue(), '');
    await box(page).fill('porter');
    await box(page).press('Enter');
    const kept = 'q=porter&company_id=1&company_id=2&company_id=';
    await page.waitForURL(`${at.origin}/?${kept}&company_id=#openings`);
    assert.deepEqual(await panels(page).locator('h3').allInnerTexts(), ['Night porter']);
    // One that is chosen in the select takes their place.
    await company(page).selectOption('1');
    await box(page).fill('chef');
    await box(page).press('Enter');
    await page.waitForURL(/q=chef/);
    assert.deepEqual(await panels(page).locator('h3').allInnerTexts(), ['Pastry chef']);
    assert.equal(await company(page).inputValue(), '1');
  });

  test('marks the matched words, and adds openings for similar words', async (t) => {
    const page = await visitor(t);
    await home(page, '/?company_id=1');
    await box(page).fill('breads');
    const added = page.locator('#openings').getByRole('heading', { level: 3 });
    await added.getByText('Close to “breads”').waitFor();
    assert.match(await status(page).innerText(), /^No openings found for "breads". 1 opening /);
    assert.equal(await page.getByText('Found by: bread').count(), 1);
    const row = panels(page).first();
    const line = row.locator('summary').getByText('Serve bread with a smile.');
    assert.ok(await line.isVisible());
    assert.deepEqual(await line.locator('mark').allInnerTexts(), ['bread']);
    await row.locator('summary').click();
    await row.getByRole('link', { name: 'Read the full job' }).waitFor();
    assert.equal(await line.isVisible(), false);
    assert.deepEqual(await row.locator('p mark').allInnerTexts(), ['bread']);
    await row.locator('summary').click();
    assert.deepEqual(await violations(page, { within: '#openings' }), []);
  });

  test('shows that there is no opening, where nothing leads to one', async (t) => {
    const page = await visitor(t);
    at.host.next('openingsall', replies.json(listOf([])));
    await home(page);
    await status(page).getByText('There are no openings today.').waitFor();
    const openingsSection = page.locator('#openings');
    assert.deepEqual(await openingsSection.getByRole('link').allTextContents(), [
      'Ask us about a job',
    ]);
    assert.equal(await openingsSection.getByRole('button').count(), 0);
  });

  test('blocks the list with a loading dialog while openings load, but not the input', async (t) => {
    const page = await visitor(t);
    await home(page, '/?company_id=1');
    const calls = at.host.callsTo('openings').length;
    const released = Promise.withResolvers<void>();
    at.host.next('openings', replies.held(replies.json(listOf(openings)), released.promise));
    await box(page).fill('bread');
    await at.host.called('openings', calls + 1);
    const dialog = page.getByRole('dialog', { name: 'Loading openings…' });
    await dialog.waitFor();
    const isInert = await panels(page)
      .first()
      .evaluate((panel) => panel.closest('[inert]') !== null);
    assert.equal(isInert, true);
    assert.equal(await box(page).evaluate((input) => document.activeElement === input), true);
    released.resolve();
    await dialog.waitFor({ state: 'detached' });
    await status(page).getByText('4 openings').waitFor();
  });

  test('keeps the list and shows a message when the search fails', async (t) => {
    const page = await visitor(t, { allowConsole: ['Failed to load resource'] });
    await home(page, '/?company_id=1');
    await page.context().setOffline(true);
    await box(page).fill('chef');
    await page.getByText('The search did not get through.').waitFor();
    assert.equal(await panels(page).count(), 2);
    await page.context().setOffline(false);
    await box(page).fill('pastry');
    await status(page).getByText('1 opening at ').waitFor();
    assert.equal(await page.getByText('The search did not get through.').count(), 0);
  });

  test('submitting scrolls to the list and searches at once, and Back empties the form and keeps its focus', async (t) => {
    const page = await visitor(t, { viewport: { width: 800, height: 500 } });
    await home(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await box(page).fill('chef');
    await box(page).press('Enter');
    await status(page).getByText('1 opening at ').waitFor();
    await page.waitForFunction(() => {
      const top = document.getElementById('openings')?.getBoundingClientRect().top ?? 9999;
      return top < window.innerHeight;
    });
    assert.equal(page.url(), `${at.origin}/?company_id=1&q=chef`);
    await box(page).focus();
    await page.goBack();
    await status(page).getByText('4 openings').waitFor();
    assert.deepEqual([page.url(), await box(page).inputValue()], [`${at.origin}/`, '']);
    assert.equal(await company(page).inputValue(), '');
    assert.ok(await box(page).evaluate((input) => document.activeElement === input));
  });
});

describe('a panel', () => {});

describe('without script', () => {
  test('a slow list is shown, with the companies that were last read', async (t) => {
    const page = await visitor(t, { javaScriptEnabled: false });
    await page.goto(at.origin);
    at.host.next('openingsall', replies.delayed(replies.json(listOf(openings)), 1400));
    at.host.next('companylocations', replies.delayed(replies.json(listOf(companies)), 1400));
    await page.goto(at.origin);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await page.getByRole('heading', { name: 'Pastry chef' }).waitFor();
    assert.equal(await page.getByRole('dialog', { name: 'Loading openings…' }).isVisible(), false);
  });
});

describe('a slow API', () => {
  test('shows the page at once with the loading dialog, and then the list', async (t) => {
    const released = Promise.withResolvers<void>();
    at.host.next('openings', replies.held(replies.json(listOf(openings)), released.promise));
    const page = await visitor(t);
    // A page of an earlier test may still read all openings.
    await page.goto(`${at.origin}/?company_id=1&q=oven`, { waitUntil: 'commit' });
    await page.getByRole('dialog', { name: 'Loading openings…' }).waitFor();
    await page.locator('[data-skeleton]').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Pastry chef' }).count(), 0);
    released.resolve();
    await status(page).getByText('4 openings').waitFor();
    await panels(page).nth(3).waitFor();
    assert.equal(await page.getByRole('dialog', { name: 'Loading openings…' }).count(), 0);
    assert.equal(await page.locator('[data-skeleton]').count(), 0);
    // The page's script has run under the policy of a streamed page.
    await page.locator('html[data-loaded]').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await panels(page).count(), 4);
  });
});

test('a search and the rows that were open are there after Back and after a reload, the rows not in a new visit', async (t) => {
  const page = await visitor(t);
  await home(page);
  await company(page).selectOption({ label: 'Northwind Bakery' });
  await box(page).fill('chef');
  await status(page).getByText('1 opening at ').waitFor();
  const open = page.locator('#openings details[open] h3');
  const row = panels(page).first();
  const name = await row.locator('h3').innerText();
  await row.locator('summary').click();
  await row.getByRole('link', { name: /^Apply Now/ }).click();
  await page.waitForURL('**/application/**');
  for (const again of ['goBack', 'reload'] as const) {
    await page[again]();
    await open.waitFor();
    assert.deepEqual(await open.allInnerTexts(), [name]);
    assert.deepEqual(await Promise.all([company(page).inputValue(), box(page).inputValue()]), [
      '1',
      'chef',
    ]);
    assert.equal(await panels(page).count(), 1);
  }
  await home(page);
  assert.equal(await open.count(), 0);
});

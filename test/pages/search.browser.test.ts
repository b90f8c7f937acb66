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
    assert.deepEqual(
      at.host.callsTo('openings').map(({ query }) => query.company_id),
      ['1'],
    );
    // The form keeps them.
    assert.equal(await company(page).inputValue(), '');
    await box(page).fill('porter');
    await box(page).press('Enter');
    await page.waitForURL(`${at.origin}/?q=porter&company_id=&company_id=1&company_id=2#openings`);
    assert.deepEqual(await panels(page).locator('h3').allInnerTexts(), ['Night porter']);
  });

  for (const [state, javaScriptEnabled] of [
    ['while the visitor types', true],
    ['without script', false],
  ] as const)
    test(`marks the matched words, and adds openings for similar words, ${state}`, async (t) => {
      const page = await visitor(t, { javaScriptEnabled });
      if (javaScriptEnabled) {
        await home(page, '/?company_id=1');
        await box(page).fill('breads');
      } else await page.goto(`${at.origin}/?company_id=1&q=breads`);
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
      if (javaScriptEnabled) assert.deepEqual(await violations(page, { within: '#openings' }), []);
    });

  test('offers the openings of other companies for the words when nothing was found', async (t) => {
    const page = await visitor(t);
    await home(page, '/?company_id=1&q=night');
    assert.equal(await status(page).innerText(), 'No openings found for "night"');
    await page.getByRole('heading', { level: 3, name: 'At other companies' }).waitFor();
    const [role] = await panels(page).getByRole('heading').allInnerTexts();
    assert.equal(role, 'Night porter');
    assert.deepEqual(await panels(page).locator('h4 mark').allInnerTexts(), ['Night']);
    assert.deepEqual(await violations(page, { within: '#openings' }), []);
  });

  test('leads to the message and the openings before the scripts have arrived', async (t) => {
    const page = await visitor(t, { viewport: { width: 1440, height: 700 } });
    await page.route('**/assets/*.js', () => {});
    await page.goto(at.origin, { waitUntil: 'domcontentloaded' });
    await box(page).fill('chef');
    await box(page).press('Enter');
    await page.waitForURL(`${at.origin}/?q=chef&company_id=#openings`);
    const { y = 0 } = (await status(page).boundingBox()) ?? {};
    assert.ok(y > 0 && y < 700, `the count is at ${y} px`);
  });

  test('shows that nothing was found and offers all openings', async (t) => {
    const page = await visitor(t);
    await home(page, '/?company_id=1');
    await box(page).fill('sous-vide');
    await page.getByText('No openings found for "sous-vide"').waitFor();
    await page.getByRole('link', { name: 'Show all openings' }).click();
    await status(page).getByText('4 openings').waitFor();
    assert.equal(await box(page).inputValue(), '');

    // Where there is no opening at all, nothing leads to one.
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
    assert.equal(
      await panels(page)
        .first()
        .evaluate((panel) => panel.closest('[inert]') !== null),
      true,
    );
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

  test('survives a reload and Back, because the URL contains it', async (t) => {
    const page = await visitor(t);
    await home(page);
    await company(page).selectOption({ label: 'Southgate Catering' });
    await box(page).fill('cook');
    await status(page).getByText('1 opening at ').waitFor();
    await page.reload();
    assert.equal(await box(page).inputValue(), 'cook');
    assert.equal(await company(page).inputValue(), '2');
    assert.equal(await panels(page).count(), 1);
    await panels(page).first().locator('summary').click();
    await page.getByRole('link', { name: 'Apply Now for Event cook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Event cook' }).waitFor();
    await page.goBack();
    assert.equal(await box(page).inputValue(), 'cook');
    assert.equal(await panels(page).count(), 1);
  });

  test('follows the URL when Back changes it within the page', async (t) => {
    const page = await visitor(t, { viewport: { width: 1200, height: 700 } });
    await home(page);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Apply Now' })
      .click();
    await page.waitForURL(`${at.origin}/#openings`);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await box(page).fill('chef');
    await status(page).getByText('1 opening at ').waitFor();
    await page.goBack();
    await status(page).getByText('4 openings').waitFor();
    assert.equal(page.url(), `${at.origin}/`);
    assert.equal(await box(page).inputValue(), '');
    assert.equal(await company(page).inputValue(), '');
  });

  test('submitting scrolls to the list and searches at once', async (t) => {
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
    await page.goBack();
    await status(page).getByText('4 openings').waitFor();
    assert.deepEqual([page.url(), await box(page).inputValue()], [`${at.origin}/`, '']);
  });
});

describe('a panel', () => {
  test('is closed at first and opens in place, by mouse and by keyboard', async (t) => {
    const page = await visitor(t);
    await home(page);
    const panel = panels(page).first();
    const apply = panel.getByRole('link', { name: /Apply Now/ });
    assert.equal(await apply.isVisible(), false);
    await panel.locator('summary').click();
    await apply.waitFor();
    await panel.locator('summary').press('Enter');
    await apply.waitFor({ state: 'hidden' });
  });
});

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

test('the rows of the list that were open are open after Back and after a reload, not in a new visit', async (t) => {
  const page = await visitor(t);
  await home(page);
  const open = page.locator('#openings details[open] h3');
  const row = panels(page).nth(1);
  const name = await row.locator('h3').innerText();
  await row.locator('summary').click();
  await row.getByRole('link', { name: /^Apply Now/ }).click();
  await page.waitForURL('**/application/**');
  await page.goBack();
  await open.waitFor();
  assert.deepEqual(await open.allInnerTexts(), [name]);
  await page.reload();
  await open.waitFor();
  assert.deepEqual(await open.allInnerTexts(), [name]);
  await home(page);
  assert.equal(await open.count(), 0);
});

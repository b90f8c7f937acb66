import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from '../support/axe.ts';
import { visitor } from '../support/browser.ts';
import { openings } from '../support/default-responses.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();

const quick = (page: Page) => page.getByRole('search', { name: 'Quick search' });
const box = (page: Page) => quick(page).getByLabel('Role or skill');
const company = (page: Page) => quick(page).getByLabel('Company');
const options = (page: Page) =>
  quick(page).getByRole('listbox', { name: 'Openings' }).getByRole('option');
const status = (page: Page) => quick(page).getByRole('status');

async function open(page: Page, path = '/contact'): Promise<void> {
  await page.goto(at.origin + path);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Search openings' }).click();
  await box(page).waitFor();
}

describe("the header's search", () => {
  test('requests nothing until it is opened by a click on its icon, and closes on a click elsewhere', async (t) => {
    const page = await visitor(t);
    const before = at.host.calls.length;
    await page.goto(`${at.origin}/contact`);
    await page.waitForLoadState('networkidle');
    assert.equal(at.host.calls.length, before);
    assert.equal(await box(page).isVisible(), false);
    const trigger = page.getByRole('button', { name: 'Search openings' });
    await trigger.click();
    await company(page).getByText('Northwind Bakery').waitFor({ state: 'attached' });
    assert.equal(at.host.callsTo('companylocations').length, 1);
    await box(page).click();
    assert.ok(await box(page).isVisible());
    await page.getByRole('heading', { level: 1 }).click();
    await box(page).waitFor({ state: 'hidden' });
    await trigger.click();
    await company(page).and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'HOME', exact: true }).focus();
    await box(page).waitFor({ state: 'hidden' });
  });

  test('opens, closes and searches without JavaScript', async (t) => {
    const viewport = { width: 360, height: 740 };
    const page = await visitor(t, { javaScriptEnabled: false, viewport });
    await page.goto(`${at.origin}/contact`);
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
    const texts = requested().map(({ query }) => query.q);
    assert.deepEqual(texts, ['sushi']);
  });

  test('offers the matching openings while the visitor types', async (t) => {
    const page = await visitor(t);
    await open(page);
    await company(page).selectOption({ label: 'Southgate Catering' });
    await box(page).pressSequentially('night');
    await status(page).getByText('1 opening at Southgate Catering for “night”').waitFor();
    assert.deepEqual(await options(page).locator('mark').allInnerTexts(), ['Night']);
    await options(page).getByText('Night porter').click();
    await page.getByRole('heading', { level: 1, name: 'Night porter' }).waitFor();
    assert.equal(page.url(), `${at.origin}/application/night-22`);
  });

  test('keeps the link to all results in view below the results, and shows that nothing was found or that the search fails', async (t) => {
    const page = await visitor(t, {
      viewport: { width: 800, height: 300 },
      allowConsole: ['Failed to load resource'],
    });
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await status(page).getByText('2 of 4 openings').waitFor();
    const all = quick(page).getByRole('link', { name: 'Show them on the home page' });
    const inView = await all.evaluate((link) => {
      const dropdown = link.closest('[popover]')?.getBoundingClientRect();
      const { top, bottom } = link.getBoundingClientRect();
      return dropdown !== undefined && top >= dropdown.top - 1 && bottom <= dropdown.bottom + 1;
    });
    assert.ok(inView);
    await box(page).fill('sushi');
    await status(page).getByText('No openings found for "sushi"').waitFor();
    assert.equal(await options(page).count(), 0);
    await page.context().setOffline(true);
    await box(page).fill('chef');
    await status(page).getByText('The search did not get through.').waitFor();
  });

  test('offers openings of all companies with company and city, and searches no host, without a company, also before the companies have loaded', async (t) => {
    at.host.next('companylocations', replies.http(500), replies.http(500), replies.http(500));
    const page = await visitor(t);
    await open(page);
    await box(page).fill('counter');
    await status(page).getByText('Please select a company to search...').waitFor();
    assert.deepEqual(await options(page).allInnerTexts(), [
      'Counter assistant\nNorthwind Bakery, Abuja',
    ]);
    await box(page).fill('sushi');
    await status(page)
      .getByText('Please select a company to search... No openings found for "sushi"')
      .waitFor();
    assert.equal(await options(page).count(), 0);
    await box(page).fill('countre');
    await status(page)
      .getByText(
        'Please select a company to search... No openings found for "countre". 1 opening for “counter” at 1 house',
      )
      .waitFor();
    assert.deepEqual(await options(page).locator('mark').allInnerTexts(), ['Counter']);
    assert.deepEqual(at.host.callsTo('openings'), []);
    await box(page).fill('counter');
    const link = quick(page).getByRole('link', { name: 'Show them on the home page' });
    // Until the offers of the new text are there, the link is that of the text before.
    await link.and(page.locator('[href="/?q=counter#openings"]')).click();
    await page.waitForURL(`${at.origin}/?q=counter#openings`);
  });

  test('has the keys and attributes of a combobox', async (t) => {
    const page = await visitor(t);
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await options(page).nth(1).waitFor();
    const combobox = quick(page).getByRole('combobox', { name: 'Role or skill' });
    const state = async () => ({
      ...(await combobox.evaluate((input: HTMLInputElement) => ({
        expanded: input.ariaExpanded,
        active:
          document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.firstChild
            ?.textContent ?? '',
        caret: input.selectionStart,
      }))),
      selected: await quick(page).locator('[aria-selected=true]').count(),
    });
    await combobox.focus();
    assert.equal(await combobox.getAttribute('aria-autocomplete'), 'list');
    assert.equal(await combobox.getAttribute('aria-controls'), 'header-offers');
    await combobox.fill('a');
    await options(page).first().waitFor({ state: 'detached' });
    assert.deepEqual(await state(), { expanded: 'false', active: '', caret: 1, selected: 0 });
    await combobox.fill('as');
    await options(page).nth(1).waitFor();
    const [first, last] = ['Pastry chef', 'Counter assistant'];
    for (const [key, active, caret] of [
      ['ArrowDown', first, 2],
      ['ArrowDown', last, 2],
      ['ArrowDown', first, 2],
      ['ArrowUp', last, 2],
      ['Home', '', 0],
      ['ArrowUp', last, 0],
      ['End', '', 2],
      ['ArrowDown', first, 2],
    ] as const) {
      await page.keyboard.press(key);
      const selected = active === '' ? 0 : 1;
      assert.deepEqual(await state(), { expanded: 'true', active, caret, selected }, key);
    }
    await page.keyboard.press('Escape');
    assert.deepEqual(await state(), { expanded: 'false', active: '', caret: 2, selected: 0 });
    assert.equal(await combobox.inputValue(), 'as');
    await page.keyboard.press('ArrowDown');
    assert.equal((await state()).active, first);
    assert.deepEqual(await violations(page, { within: 'header' }), []);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pastry chef' }).waitFor();
    await page.goBack();
    await open(page);
    await box(page).press('Escape');
    await box(page).waitFor({ state: 'hidden' });
  });

  test('says that its script did not load, loads it again, and searches for what was typed before', async (t) => {
    const page = await visitor(t, { allowConsole: ['Failed to load resource'] });
    const script = /header-offers.*\.js/;
    await page.route(script, (route) => route.abort());
    await open(page);
    await status(page).getByText('The search did not get through.').waitFor();
    const released = Promise.withResolvers<void>();
    await page.route(script, async (route) => {
      await released.promise;
      await route.continue();
    });
    await box(page).pressSequentially('counter');
    released.resolve();
    await options(page).getByText('Counter assistant').waitFor();
    const focused = quick(page).getByRole('combobox', { name: 'Role or skill' });
    await focused.and(page.locator(':focus')).waitFor();
    assert.equal(await focused.inputValue(), 'counter');
  });

  test('follows no option of an earlier text', async (t) => {
    const page = await visitor(t);
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await options(page).nth(1).waitFor();
    const combobox = quick(page).getByRole('combobox', { name: 'Role or skill' });
    await combobox.press('ArrowDown');
    assert.equal(await combobox.getAttribute('aria-activedescendant'), 'header-offers-0');
    const released = Promise.withResolvers<void>();
    at.host.next('openings', replies.held(replies.json(listOf(openings)), released.promise));
    const requested = page.waitForRequest(/offerOpenings/);
    await combobox.pressSequentially('pa');
    await requested;
    await at.host.called('openings', 2);
    assert.equal(await combobox.getAttribute('aria-activedescendant'), '');
    assert.equal(await combobox.getAttribute('aria-expanded'), 'true');
    await combobox.press('Enter');
    released.resolve();
    await page.waitForURL(`${at.origin}/?company_id=1&q=pa#openings`);
  });

  test('sends one request at a time, none for a single letter, and shows the result of the newest text', async (t) => {
    const page = await visitor(t);
    await open(page);
    await company(page).selectOption({ label: 'Northwind Bakery' });
    await status(page).getByText('2 of 4 openings').waitFor();
    const sent = () =>
      at.host
        .callsTo('openings')
        .map(({ query }) => query.q)
        .slice(1);
    const released = Promise.withResolvers<void>();
    at.host.next('openings', replies.held(replies.json(listOf(openings)), released.promise));
    const requested = page.waitForRequest(/offerOpenings/);
    await box(page).fill('pa');
    await requested;
    await at.host.called('openings', 2);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.clock.install();
    for (const text of ['pas', 'c', 'counter']) {
      await box(page).fill(text);
      await page.clock.runFor(300);
    }
    assert.deepEqual(requests, []);
    released.resolve();
    await status(page).getByText('1 opening at Northwind Bakery for “counter”').waitFor();
    assert.deepEqual(sent(), ['pa', 'counter']);
    assert.deepEqual(await options(page).allInnerTexts(), [
      'Counter assistant\nNorthwind Bakery, Abuja',
    ]);
  });
});

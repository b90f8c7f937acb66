import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { phone, visitor } from '../support/browser.ts';
import { layoutShift, watchShifts } from '../support/measure.ts';
import { sampleSite } from '../support/shared-sites.ts';

const site = sampleSite();

const section = (page: Page) => page.locator('#openings');
const status = (page: Page) => section(page).getByRole('status');
const rows = (page: Page) => section(page).locator('details');
const filters = (page: Page) => page.getByRole('navigation', { name: 'Filter openings' });
const opener = (page: Page) => filters(page).getByRole('button', { name: /^Filters/ });
const chip = (page: Page, label: string) =>
  filters(page).getByRole('link', { name: new RegExp(`^${label}\\b`) });
const clearAll = (page: Page) => section(page).getByRole('link', { name: 'Clear all' });
const countOf = async (page: Page, label: string) =>
  Number(/(\d+) opening/.exec((await chip(page, label).textContent()) ?? '')?.[1]);
const address = (page: Page) => page.url().slice(site.origin.length);

test('the filters narrow the list by keyboard, and are removed one by one, all at once, and by Back', async (t) => {
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  const total = await rows(page).count();
  const lagos = await countOf(page, 'Lagos');
  assert.ok(lagos > 1 && lagos < total);

  await chip(page, 'Lagos').press('Enter');
  await status(page).getByText(`${lagos} openings in Lagos`, { exact: true }).waitFor();
  assert.equal(address(page), '/?city=Lagos');
  assert.equal(await page.title(), 'Openings in Lagos | Tamarind Foods Group');
  assert.equal(await rows(page).count(), lagos);
  // Told twice: by the summary and by the chip that was pressed.
  const told = await section(page).evaluate((it) => {
    const leaves = [...it.querySelectorAll<HTMLElement>('[data-summary], a, button, span')];
    return leaves.filter(
      (one) =>
        one.checkVisibility() &&
        /\bLagos\b/.test(one.innerText) &&
        !one.closest('details') &&
        !one.querySelector('a, button, span:not(:empty)'),
    ).length;
  });
  assert.ok(told <= 2, `told ${told} times`);
  // The focus is on the chip that was pressed, and the results are in the viewport.
  const pressed = chip(page, 'Lagos');
  assert.equal(await pressed.getAttribute('aria-current'), 'true');
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Lagos'));
  const box = await status(page).boundingBox();
  assert.ok(box && box.y >= 0 && box.y < 800, JSON.stringify(box));

  const partTime = await countOf(page, 'Part time');
  await chip(page, 'Part time').press('Enter');
  await status(page).getByText(', part time').waitFor();
  assert.equal(await rows(page).count(), partTime);
  await page.getByRole('combobox', { name: 'Company' }).selectOption('2');
  await status(page).getByText(' at Buka Ireti in Lagos, part time').waitFor();
  assert.ok((await rows(page).count()) < partTime);
  assert.equal(address(page), '/?company_id=2&city=Lagos&type=PART_TIME');

  // The text is searched for at the company, and the filters stay.
  await page.getByRole('searchbox', { name: 'Role or skill' }).fill('attendant');
  await status(page).getByText(' for “attendant” in Lagos, part time').waitFor();
  assert.equal(address(page), '/?company_id=2&q=attendant&city=Lagos&type=PART_TIME');
  await page.getByRole('searchbox', { name: 'Role or skill' }).fill('');
  await status(page)
    .getByText(/^\d+ of \d+ openings at Buka Ireti in Lagos, part time$/)
    .waitFor();

  await chip(page, 'Lagos').press('Enter');
  await status(page).getByText(' at Buka Ireti, part time').waitFor();
  // On the line of the summary, at the other edge of the rows.
  const [clear, row, summary] = await Promise.all([
    clearAll(page).boundingBox(),
    rows(page).first().boundingBox(),
    status(page).boundingBox(),
  ]);
  assert.ok(clear && row && summary);
  assert.ok(Math.abs(clear.x + clear.width - row.x - row.width) < 1, 'at the edge of the rows');
  assert.ok(Math.abs(clear.y + clear.height / 2 - summary.y - summary.height / 2) < 4);
  await clearAll(page).press('Enter');
  await status(page).getByText(`${total} openings`, { exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[data-summary]'));
  assert.equal(address(page), '/');
  assert.equal(await clearAll(page).count(), 0);

  await page.goBack();
  await status(page).getByText(' at Buka Ireti, part time').waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Company' }).inputValue(), '2');

  // Results are a part of home, not its beginning.
  // A visitor who came from LinkedIn, through a filter and a search to the form.
  await page.goto(`${site.origin}/?city=Lagos&ref=linkedin`, { waitUntil: 'networkidle' });
  const current = page.locator('[data-site-header] nav > ul a[aria-current]');
  assert.deepEqual(await current.allTextContents(), []);
  await rows(page).nth(3).scrollIntoViewIfNeeded();
  await page
    .locator('[data-site-header] nav > ul a[aria-current="true"]', { hasText: 'Apply Now' })
    .waitFor();
  await page.getByRole('combobox', { name: 'Company' }).selectOption('2');
  await status(page).getByText(' at Buka Ireti in Lagos').waitFor();
  await page.getByRole('searchbox', { name: 'Role or skill' }).fill('cook');
  await status(page).getByText(' for “cook” in Lagos').waitFor();
  assert.equal(address(page), '/?company_id=2&q=cook&city=Lagos&ref=linkedin');
  await rows(page).first().locator('summary').click();
  await rows(page).first().getByRole('link', { name: 'Apply Now' }).click();
  assert.equal(await page.locator('select[name="referrer"]').inputValue(), 'linkedin');
  // The header's search keeps it too.
  await page.getByRole('button', { name: 'Search openings' }).click();
  const company = page.locator('#header-company');
  await company.locator('option').nth(1).waitFor({ state: 'attached' });
  await company.selectOption('2');
  await page.locator('#header-q').fill('cook');
  const results = page.getByRole('listbox', { name: 'Openings' }).getByRole('option');
  const before = address(page);
  await results.first().click();
  await page.waitForURL((url) => url.pathname + url.search !== before);
  assert.match(address(page), /^\/application\/[^?]+\?ref=linkedin$/);
  assert.equal(await page.locator('select[name="referrer"]').inputValue(), 'linkedin');
});

test('a filter that is pressed while a search is under way keeps what was typed', async (t) => {
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.clock.install();
  await page.goto(`${site.origin}/?company_id=2`, { waitUntil: 'networkidle' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox', { name: 'Role or skill' }).fill('attendant');
  // The debounce has not passed: the links of the list are older than the text.
  await chip(page, 'Lagos').press('Enter');
  await status(page).getByText(' at Buka Ireti for “attendant” in Lagos').waitFor();
  assert.equal(address(page), '/?company_id=2&q=attendant&city=Lagos');
  assert.equal(
    await page.getByRole('searchbox', { name: 'Role or skill' }).inputValue(),
    'attendant',
  );
  await page.clock.runFor(1000);
  assert.equal(address(page), '/?company_id=2&q=attendant&city=Lagos');

  // What is typed while the results of a filter are read keeps the focus.
  const held = Promise.withResolvers<void>();
  await page.route('**/RSC/F/**', async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  const box = page.getByRole('searchbox', { name: 'Role or skill' });
  await chip(page, 'Lagos').press('Enter');
  await page.getByRole('dialog', { name: 'Loading openings…' }).waitFor();
  await box.fill('cook');
  await page.clock.runFor(250);
  held.resolve();
  await status(page)
    .getByText(/ at Buka Ireti for “cook”$/)
    .waitFor();
  assert.equal(await box.evaluate((input) => document.activeElement === input), true);
  // A text without a company is searched for at all of them. The filter that has the focus keeps it.
  const second = Promise.withResolvers<void>();
  await page.route('**/RSC/F/**', async (route) => {
    await second.promise;
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'Company' }).selectOption('');
  await page.clock.runFor(250);
  await chip(page, 'Lagos').focus();
  second.resolve();
  const summary = section(page).locator('[data-summary]');
  await summary.getByText(/^\d+ openings for “cook” at \d houses$/).waitFor();
  await page.keyboard.press('Enter');
  await status(page)
    .getByText(/^\d+ openings for “cook” in Lagos at \d houses$/)
    .waitFor();
  assert.equal(address(page), '/?q=cook&city=Lagos');

  // So does a row, which is replaced: the focus moves to the summary.
  const third = Promise.withResolvers<void>();
  await page.route('**/RSC/F/**', async (route) => {
    await third.promise;
    await route.continue();
  });
  await box.fill('baker');
  await rows(page).first().locator('summary').focus();
  await page.clock.runFor(250);
  await page.getByRole('dialog', { name: 'Loading openings…' }).waitFor();
  third.resolve();
  await summary.getByText(' for “baker” in Lagos').waitFor();
  assert.equal(await summary.evaluate((it) => it === document.activeElement), true);
  // After the button, the field is focused again before the results arrive, and keeps the focus.
  const fourth = Promise.withResolvers<void>();
  await page.route('**/RSC/F/**', async (route) => {
    await fourth.promise;
    await route.continue();
  });
  await box.fill('cook');
  await page.getByRole('search', { name: 'Openings' }).getByRole('button').click();
  await box.focus();
  fourth.resolve();
  await summary.getByText(/“cook”/).waitFor();
  assert.equal(await box.evaluate((input) => document.activeElement === input), true);
});

test('two choices that follow each other at once both count, and Back takes them back one by one', async (t) => {
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  const total = await rows(page).count();
  const held = Promise.withResolvers<void>();
  await page.route('**/RSC/F/**', async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  // Both links are of the list before the first choice.
  await chip(page, 'Lagos').press('Enter');
  await chip(page, 'Abuja').press('Enter');
  assert.equal(address(page), '/?city=Abuja&city=Lagos');
  held.resolve();
  await status(page)
    .getByText(/^\d+ openings in Abuja or Lagos$/)
    .waitFor();
  assert.equal(await page.title(), 'Openings in Abuja or Lagos | Tamarind Foods Group');
  assert.deepEqual(
    await filters(page)
      .locator('[aria-current=true]')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => one.getAttribute('data-choice'))
          .toSorted(),
      ),
    ['city:Abuja', 'city:Lagos', 'sort:newest'],
  );
  await page.goBack();
  await status(page)
    .getByText(/^\d+ openings in Lagos$/)
    .waitFor();
  await page.goBack();
  await status(page).getByText(`${total} openings`, { exact: true }).waitFor();
});

test('a filter that is pressed with Ctrl opens in a new tab, and the list stays', async (t) => {
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  const opened = page.context().waitForEvent('page');
  await chip(page, 'Lagos').click({ modifiers: ['Control'] });
  const tab = await opened;
  await tab.waitForURL(`${site.origin}/?city=Lagos#openings`);
  assert.equal(address(page), '/');
  assert.equal(await clearAll(page).count(), 0);
});

test('without script a phone filters in two presses, and shows two openings within two screens', async (t) => {
  const page = await visitor(t, { ...phone, javaScriptEnabled: false });
  // A page that is rendered for the first time on a busy machine is streamed, its list at the end.
  await (await fetch(site.origin)).text();
  await page.goto(site.origin);
  const second = await rows(page).nth(1).boundingBox();
  assert.ok(second && second.y + second.height <= 2 * 740, JSON.stringify(second));

  await opener(page).click();
  await chip(page, 'Abuja').click();
  assert.equal(address(page), '/?city=Abuja#openings');
  assert.match(await status(page).innerText(), /^\d+ openings in Abuja$/);
  assert.equal(await opener(page).innerText(), 'Filters (1)');
  await opener(page).click();
  assert.equal(await chip(page, 'Newest').getAttribute('aria-current'), 'true');
  await chip(page, 'Highest pay').click();
  assert.equal(address(page), '/?city=Abuja&sort=pay#openings');
  await rows(page).first().locator('summary').click();
  const read = rows(page).first().getByRole('link', { name: 'Read the full job' });
  assert.match((await read.getAttribute('href')) ?? '', /^\/application\/\d+#description-title$/);
});

test('on a phone the filters stay at the top of the list and cover no focused element', async (t) => {
  const page = await visitor(t, { ...phone, reducedMotion: 'reduce' });
  await watchShifts(page);
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  const bar = filters(page);
  await rows(page).nth(20).scrollIntoViewIfNeeded();
  assert.equal((await bar.boundingBox())?.y, 0);
  const height = (await bar.boundingBox())?.height ?? 0;
  for (let row = 20; row >= 10; row -= 1) {
    await rows(page).nth(row).locator('summary').focus();
    const top = (await rows(page).nth(row).locator('summary').boundingBox())?.y ?? 0;
    assert.ok(top >= height, `row ${row} at ${top}`);
  }

  const { value, moved } = await layoutShift(page);
  assert.ok(value <= 0.02, `moved ${value.toFixed(4)}:\n${moved.join('\n')}`);

  // All groups are behind one button.
  assert.equal(await bar.getByRole('button').filter({ visible: true }).count(), 1);
  assert.equal(await opener(page).innerText(), 'Filters');
  await opener(page).press('Enter');
  // The sheet covers its button, so the focus moves into it.
  assert.equal(await page.locator(':focus').innerText(), 'Close');
  for (const group of ['City', 'Type', 'Sort'])
    assert.equal(await bar.getByText(group, { exact: true }).isVisible(), true, group);
  await page.keyboard.press('Escape');
  await chip(page, 'Part time').waitFor({ state: 'hidden' });
  assert.equal(await opener(page).evaluate((it) => it === document.activeElement), true);
  await page.keyboard.press('Enter');
  await chip(page, 'Part time').press('Enter');
  await status(page).getByText(', part time').waitFor();
  // The sheet stays open for another choice, and the focus on the one that was made; the count changes.
  const show = bar.getByRole('button', { name: /^Show \d+ opening/ });
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Part time'));
  const counted = async () => Number(/\d+/.exec(await show.innerText())?.[0]);
  assert.equal(await counted(), await rows(page).count());
  const partTime = await counted();
  await chip(page, 'Abuja').click();
  await status(page).getByText(' in Abuja, part time').waitFor();
  assert.ok((await counted()) < partTime);
  assert.equal(await counted(), await rows(page).count());
  const { y = 0, height: shown = 0 } = (await show.boundingBox()) ?? {};
  assert.ok(y > 0 && y + shown <= 740, 'the button is in sight');
  await chip(page, 'Lagos').click();
  await status(page).getByText(' in Abuja or Lagos, part time').waitFor();
  await show.click();
  // The sheet is closed; its button says how many are chosen and has the focus; the results are visible.
  await chip(page, 'Part time').waitFor({ state: 'hidden' });
  assert.equal(await opener(page).innerText(), 'Filters (3)');
  assert.equal(await opener(page).evaluate((it) => it === document.activeElement), true);
  assert.equal(address(page), '/?city=Abuja&city=Lagos&type=PART_TIME');
  const box = await status(page).boundingBox();
  assert.ok(box && box.y >= height && box.y < 740, JSON.stringify(box));
  const [row, clear] = await Promise.all([bar.boundingBox(), clearAll(page).boundingBox()]);
  assert.ok(row && clear && clear.y >= row.y + row.height, 'the row covers no link');
});

test('in forced colors the chosen filter and its button have an outline, others have none', async (t) => {
  const page = await visitor(t, { ...phone, forcedColors: 'active' });
  await page.goto(`${site.origin}/?city=Lagos`, { waitUntil: 'networkidle' });
  const outline = (of: Locator) => of.evaluate((it) => getComputedStyle(it).outlineStyle);
  assert.equal(await outline(opener(page)), 'solid');
  await opener(page).click();
  assert.equal(await outline(chip(page, 'Lagos')), 'solid');
  assert.equal(await outline(chip(page, 'Abuja')), 'none');
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  assert.equal(await outline(opener(page)), 'none');
});

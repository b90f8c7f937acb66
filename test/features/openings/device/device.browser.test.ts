import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { en } from '#src/texts/en.ts';
import { fr } from '#src/texts/fr.ts';
import { violations } from '#test/support/axe.ts';
import { blockStorage, visitor } from '#test/support/browser.ts';
import { siteAndHost } from '#test/support/site-and-host.ts';

const at = siteAndHost();
const { device } = en;

/** Stores what the form stores after an application (`noteApplication`). */
const noteSent = (page: Page, ageDays = 0) =>
  page.evaluate((days) => {
    const notedAt = Date.now() - days * 24 * 60 * 60 * 1000;
    const sent = { joblistingid: '11', submissionId: 'x', appliedOn: '2026-11-28', notedAt };
    localStorage.setItem('application-company:1', JSON.stringify(sent));
  }, ageDays);
const menu = (page: Page) => page.locator('header [data-own]:visible');

test('after an application rows say so, and the menu leads to the applications of the device', async (t) => {
  const page = await visitor(t, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${at.origin}/`);
  const first = page.locator('#openings summary').first();
  await first.click();
  await page.getByText(device.save, { exact: true }).first().waitFor();
  await first.click();
  assert.equal(await menu(page).count(), 0);
  await noteSent(page);
  await page.reload();
  const row = page.locator('#openings li', {
    has: page.locator('a[href$="/application/11#apply"]'),
  });
  const mark = row.locator('summary').getByText('You applied on 28 November 2026');
  const boxOf = async (it: Locator) => (await it.boundingBox()) ?? assert.fail();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const [line, summary] = [await boxOf(mark), await boxOf(row.locator('summary'))];
    assert.ok(line.width > summary.width - 60, 'the mark has a line of its own');
    assert.ok(line.y > (await boxOf(row.locator('h3'))).y + 25);
    // The place is opposite the role, or in the line below it.
    const place = await boxOf(row.locator('summary').getByText('Lagos').first());
    assert.ok(line.y >= place.y + place.height);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  // The row stays open, although its first link leads to the application.
  await row.locator('summary').click();
  assert.equal(
    await row.getByRole('link', { name: /^You applied on/ }).getAttribute('href'),
    '/api/submission?joblistingid=11&submission=x&link',
  );
  await page.reload();
  await mark.waitFor();
  assert.equal(await row.locator('details').getAttribute('open'), '');
  await menu(page).click();
  await page.waitForURL(`${at.origin}/my-applications`);
  const sent = page.getByRole('list', { name: device.sent });
  await sent.getByText('You applied on 28 November 2026').waitFor();
  const whiteSpace = await sent.locator('time').evaluate((day) => getComputedStyle(day).whiteSpace);
  assert.equal(whiteSpace, 'nowrap');
  assert.match(await sent.innerText(), /^\S.*\n/);
  assert.match(
    (await sent.getByRole('link', { name: device.show }).getAttribute('href')) ?? '',
    /^\/api\/submission\?joblistingid=11&submission=x&link$/,
  );
  assert.deepEqual(await violations(page, { rules: 'all', within: 'main' }), []);
  // Later its link is in the mail only.
  await noteSent(page, 8);
  await page.reload();
  await sent.getByText(device.byMail).waitFor();
  await page.goto(`${at.origin}/`);
  assert.equal(
    await row.locator('a', { hasText: /^You applied on/ }).getAttribute('href'),
    '/my-applications',
  );
  await page.goBack();
  // A year later nothing is left.
  await noteSent(page, 400);
  await page.reload();
  await page.getByText(device.none).waitFor();
});

test('an opening is kept by one press on its row or its page, in this language and the other', async (t) => {
  const page = await visitor(t, { viewport: { width: 360, height: 740 } });
  await page.goto(`${at.origin}/`);
  const row = page.locator('#openings li', {
    has: page.locator('a[href$="/application/11#apply"]'),
  });
  await row.locator('summary').click();
  const save = row.getByRole('button', { name: device.save, exact: true });
  await save.click();
  await row.getByRole('button', { name: device.saved, pressed: true }).waitFor();
  const link = page.getByRole('link', { name: 'Saved (1)' });
  await link.waitFor();
  // It is beside the filters, so that the row, which is sticky, covers no more of the list.
  const [own, filters] = await Promise.all(
    [link, page.locator('#openings nav > button')].map((it) => it.boundingBox()),
  );
  assert.ok(own && filters && own.x > filters.x + filters.width && own.y < filters.y + 10);
  await page.goto(`${at.origin}/application/12`);
  await page.getByRole('button', { name: device.save, exact: true }).click();
  await page.goto(`${at.origin}/fr`);
  await page.getByRole('link', { name: 'Enregistrées (2)' }).click();
  const saved = page.getByRole('region', { name: 'Enregistrées (2)' });
  await saved.getByRole('link').nth(1).waitFor();
  assert.equal(await saved.getByRole('link').count(), 2);
  await saved.getByText(/ par mois, clôture/).waitFor();
  await saved.locator('h2:focus').waitFor();
  await saved.getByRole('button', { name: fr.device.remove }).first().click();
  // The pressed button is gone: the focus is on the heading, and after the last one on the page.
  const rest = page.getByRole('region', { name: 'Enregistrées (1)' });
  await rest.locator('h2:focus').waitFor();
  await rest.getByRole('button', { name: fr.device.remove }).click();
  await page.locator('main:focus', { hasText: fr.device.none }).waitFor();
});

test('a list shows what another tab saves, removes and forgets', async (t) => {
  const page = await visitor(t);
  await page.goto(`${at.origin}/`);
  await noteSent(page);
  const other = await page.context().newPage();
  await other.goto(`${at.origin}/application/11`);
  await other.getByRole('button', { name: device.save, exact: true }).click();
  const row = page.locator('#openings li', {
    has: page.locator('a[href$="/application/11#apply"]'),
  });
  const saved = row.locator('button[aria-pressed="true"]');
  await saved.waitFor({ state: 'attached' });
  await row.locator('summary').getByText('You applied on').waitFor();
  const own = page.locator('header [data-own]:not([hidden])');
  await own.first().waitFor({ state: 'attached' });
  await other.goto(`${at.origin}/my-applications`);
  await other.getByRole('button', { name: device.remove }).waitFor();
  // A press in this tab does not save again what the other tab shows no longer.
  await row.locator('summary').click();
  await saved.click();
  await other.getByRole('button', { name: device.remove }).waitFor({ state: 'detached' });
  await row.getByRole('button', { name: device.save, pressed: false }).click();
  await other.getByRole('button', { name: device.remove }).click();
  await row.getByRole('button', { name: device.save, pressed: false }).waitFor();
  await other.evaluate(() => localStorage.removeItem('application-company:1'));
  await row.locator('summary').getByText('You applied on').waitFor({ state: 'detached' });
  assert.equal(await own.count(), 0);
});

test('a saved opening that has closed is said to have, and junk in the storage is no fault', async (t) => {
  const page = await visitor(t);
  await page.goto(`${at.origin}/my-applications`);
  await page.getByText(device.none).waitFor();
  await page.evaluate(() => {
    localStorage.setItem('saved-openings', 'no-such-opening %E0%A4%A %00 11');
    localStorage.setItem('application-company:9', '{"joblistingid":5}');
  });
  await page.reload();
  await page.getByText(device.none).waitFor();
  await page.evaluate(() => localStorage.setItem('saved-openings', 'no-such-opening 11'));
  await page.reload();
  const saved = page.getByRole('region', { name: 'Saved (2)' });
  await saved.getByText(device.closed).waitFor();
  await saved.getByText('Opening no-such-opening').waitFor();
  assert.equal(await saved.getByRole('link').count(), 1);
});

test("'Forget me' removes what was sent and saved here", async (t) => {
  const page = await visitor(t);
  await page.goto(`${at.origin}/application/11`);
  await page.getByRole('button', { name: device.save, exact: true }).click();
  await noteSent(page);
  await page.context().addCookies([{ name: 'upload_ticket', value: 'x', url: at.origin }]);
  await page.goto(`${at.origin}/my-applications`);
  await page.getByRole('button', { name: en.application.forgetHere }).click();
  await page.getByRole('button', { name: en.application.forgetMe, exact: true }).click();
  await page.getByText(en.application.forgotten).first().waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  await page.goto(`${at.origin}/my-applications`);
  await page.getByText(device.none).waitFor();
});

test('without storage nothing of it is offered', async (t) => {
  const page = await visitor(t);
  await blockStorage(page);
  await page.goto(`${at.origin}/application/11`);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('button', { name: device.save, exact: true }).count(), 0);
  await page.goto(`${at.origin}/my-applications`);
  await page.getByText(device.none).waitFor();
  assert.equal(await page.getByRole('button', { name: en.application.forgetHere }).count(), 0);
});

test("'Save' on the page of an opening has its place before the script has looked at the storage", async (t) => {
  const page = await visitor(t);
  await page.route('**/assets/*.js', () => {});
  await page.goto(`${at.origin}/application/11`, { waitUntil: 'domcontentloaded' });
  const save = page.locator('main article button', { hasText: device.save });
  assert.equal(await save.isVisible(), false);
  assert.ok(((await save.boundingBox())?.height ?? 0) >= 44);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

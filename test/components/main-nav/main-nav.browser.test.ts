import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { visitor } from '#test/support/browser.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

let site: RunningSite;
before(async () => {
  site = await startSite();
});
after(() => site.stop());

const wide = { viewport: { width: 1200, height: 800 } };
const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true };

test('a submenu toggles on a click and closes on a click elsewhere', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const about = page.getByRole('button', { name: 'ABOUT' });
  const houses = page.getByRole('link', { name: 'Our houses' });
  // By keyboard, where no mouse opens it first.
  await about.press('Enter');
  await houses.waitFor({ state: 'visible' });
  assert.equal(await about.getAttribute('aria-expanded'), 'true');
  await about.press('Enter');
  await houses.waitFor({ state: 'hidden' });
  await about.press('Enter');
  await page.getByRole('heading', { level: 1 }).click();
  await houses.waitFor({ state: 'hidden' });
});

test('a submenu follows the mouse, a click keeps it open, and the next one closes it', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const about = page.getByRole('button', { name: 'ABOUT' });
  const houses = page.getByRole('link', { name: 'Our houses' });
  await about.hover();
  await houses.waitFor({ state: 'visible' });
  await page.mouse.move(5, 600);
  await houses.waitFor({ state: 'hidden' });
  await about.click();
  await page.mouse.move(5, 600);
  assert.ok(await houses.isVisible());
  await about.click();
  await houses.waitFor({ state: 'hidden' });
});

test('Escape closes the inner submenu first and puts the focus back on its button', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'ABOUT' }).press('Enter');
  const talk = page.getByRole('button', { name: 'Talk to us' });
  await talk.press('Enter');
  const findUs = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Find us' });
  await findUs.focus();
  await page.keyboard.press('Escape');
  await findUs.waitFor({ state: 'hidden' });
  assert.ok(await talk.evaluate((button) => button === document.activeElement));
  assert.ok(await talk.isVisible(), 'the outer submenu stays');
  await page.keyboard.press('Escape');
  await talk.waitFor({ state: 'hidden' });
});

test('below 768 px the menu is a sheet behind its button, and touch toggles its submenus', async (t) => {
  const page = await visitor(t, narrow);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const contact = page.getByRole('link', { name: 'CONTACT', exact: true });
  assert.equal(await contact.isVisible(), false);
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await contact.waitFor({ state: 'visible' });
  const quote = page.getByRole('link', { name: 'Ask for a quote' });
  await page.getByRole('button', { name: 'ABOUT' }).tap();
  const talk = page.getByRole('button', { name: 'Talk to us' });
  await talk.tap();
  await quote.waitFor({ state: 'visible' });
  await talk.tap();
  await quote.waitFor({ state: 'hidden' });
  assert.ok(await talk.isVisible(), 'the submenu around it stays');
  await page.getByRole('button', { name: 'ABOUT' }).tap();
  await talk.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Close the menu' }).tap();
  await contact.waitFor({ state: 'hidden' });
});

test('at 768 px the menu stands in the header, in hover mode', async (t) => {
  const page = await visitor(t, { viewport: { width: 768, height: 740 } });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  assert.ok(await page.getByRole('link', { name: 'CONTACT', exact: true }).isVisible());
  assert.equal(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible(), false);
  await page.getByRole('button', { name: 'ABOUT' }).hover();
  await page.getByRole('link', { name: 'Our houses' }).waitFor({ state: 'visible' });
});

test('at 767 px the menu is in mobile mode: a sheet, whose submenus no mouse opens by passing', async (t) => {
  const page = await visitor(t, { viewport: { width: 767, height: 740 } });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const about = page.getByRole('button', { name: 'ABOUT' });
  assert.equal(await about.isVisible(), false);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await about.hover();
  // Over one entry and on the next: what the first had to say is said.
  await page.getByRole('link', { name: 'CONTACT', exact: true }).hover();
  await about.hover();
  assert.equal(await about.getAttribute('aria-expanded'), 'false');
  await about.click();
  await page.getByRole('link', { name: 'Our houses' }).waitFor({ state: 'visible' });
});

test('without scripting the sheet opens, with every submenu unfolded', async (t) => {
  const page = await visitor(t, { ...narrow, javaScriptEnabled: false });
  await page.goto(`${site.origin}/feedback`);
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await page.getByRole('link', { name: 'Ask for a quote' }).waitFor({ state: 'visible' });
});

test('the menu marks the page one is on', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/contact`, { waitUntil: 'networkidle' });
  const current = page.locator('[data-site-header] nav [aria-current="page"]');
  assert.deepEqual(await current.allTextContents(), ['CONTACT']);
});

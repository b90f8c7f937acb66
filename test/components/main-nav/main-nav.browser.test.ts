import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const site = sampleSite();

const wide = { viewport: { width: 1200, height: 800 } };
const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true };

test('a submenu toggles on a click and closes on a click elsewhere', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const about = page.getByRole('button', { name: 'ABOUT' });
  const companies = page.getByRole('link', { name: 'Our houses' });
  // By keyboard, because the mouse would open it by hovering.
  await about.press('Enter');
  await companies.waitFor({ state: 'visible' });
  assert.equal(await about.getAttribute('aria-expanded'), 'true');
  await about.press('Enter');
  await companies.waitFor({ state: 'hidden' });
  await about.press('Enter');
  await page.getByRole('heading', { level: 1 }).click();
  await companies.waitFor({ state: 'hidden' });
});

test('a submenu opens and closes with the mouse, a click keeps it open, and a second click closes it', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const about = page.getByRole('button', { name: 'ABOUT' });
  const companies = page.getByRole('link', { name: 'Our houses' });
  await about.hover();
  await companies.waitFor({ state: 'visible' });
  await page.mouse.move(5, 600);
  await companies.waitFor({ state: 'hidden' });
  await about.click();
  await page.mouse.move(5, 600);
  assert.ok(await companies.isVisible());
  await about.click();
  await companies.waitFor({ state: 'hidden' });
});

test('Escape closes the inner submenu first and returns focus to its button', async (t) => {
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
  assert.ok(await talk.isVisible(), 'the outer submenu stays open');
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
  assert.ok(await talk.isVisible(), 'the outer submenu stays open');
  await page.getByRole('button', { name: 'ABOUT' }).tap();
  await talk.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Close the menu' }).tap();
  await contact.waitFor({ state: 'hidden' });
});

test('at 768 px the menu is in the header, in hover mode', async (t) => {
  const page = await visitor(t, { viewport: { width: 768, height: 740 } });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  assert.ok(await page.getByRole('link', { name: 'CONTACT', exact: true }).isVisible());
  assert.equal(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible(), false);
  await page.getByRole('button', { name: 'ABOUT' }).hover();
  await page.getByRole('link', { name: 'Our houses' }).waitFor({ state: 'visible' });
});

test('at 767 px the menu is in mobile mode: a sheet whose submenus do not open on hover', async (t) => {
  const page = await visitor(t, { viewport: { width: 767, height: 740 } });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  const about = page.getByRole('button', { name: 'ABOUT' });
  assert.equal(await about.isVisible(), false);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await about.hover();
  // The events of the first entry have been handled when the second is hovered.
  await page.getByRole('link', { name: 'CONTACT', exact: true }).hover();
  await about.hover();
  assert.equal(await about.getAttribute('aria-expanded'), 'false');
  await about.click();
  await page.getByRole('link', { name: 'Our houses' }).waitFor({ state: 'visible' });
});

/** Changes the default font size as a visitor can in the browser's settings. */
async function setDefaultFontSize(page: Page, px: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px } });
}

for (const [width, mode] of [
  [767, 'mobile'],
  [768, 'hover'],
] as const)
  test(`at ${width} px the menu is in ${mode} mode in style and in script, with a default font size of 24 px`, async (t) => {
    const page = await visitor(t, { viewport: { width, height: 740 } });
    await setDefaultFontSize(page, 24);
    await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
    const rem = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    assert.equal(rem, '24px');
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    assert.equal(await menu.isVisible(), mode === 'mobile');
    if (mode === 'mobile') await menu.click();
    const about = page.getByRole('button', { name: 'ABOUT' });
    await page.getByRole('link', { name: 'CONTACT', exact: true }).hover();
    await about.hover();
    await page.getByRole('link', { name: 'HOME', exact: true }).hover();
    await about.hover();
    assert.equal(await about.getAttribute('aria-expanded'), String(mode === 'hover'));
  });

test('without scripting the sheet opens, with every submenu open', async (t) => {
  const page = await visitor(t, { ...narrow, javaScriptEnabled: false });
  await page.goto(`${site.origin}/feedback`);
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await page.getByRole('link', { name: 'Ask for a quote' }).waitFor({ state: 'visible' });
});

test('the menu marks the current page', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/contact`, { waitUntil: 'networkidle' });
  const current = page.locator('[data-site-header] nav [aria-current="page"]');
  assert.deepEqual(await current.allTextContents(), ['CONTACT']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

const site = sampleSite();

const header = (page: Page) => page.locator('[data-site-header]');
/** Scrolls, and waits two frames, so that the page has handled the scroll event. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(async (y) => {
    window.scrollTo({ top: y, behavior: 'instant' });
    await new Promise((handled) => requestAnimationFrame(() => requestAnimationFrame(handled)));
  }, top);
const position = (page: Page) =>
  header(page).evaluate((element) => getComputedStyle(element).position);
/** What the page reserves for the header, and the height of its content. */
const heights = (page: Page) =>
  header(page).evaluate(({ firstElementChild: row }) => ({
    reserved: getComputedStyle(document.documentElement).getPropertyValue('--header-height').trim(),
    content: `${row?.getBoundingClientRect().height}px`,
  }));

/** Changes the default font size as a visitor can in the browser's settings. */
async function setDefaultFontSize(page: Page, px: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px } });
}

test('the header becomes fixed 4 px past the main navigation, and is released on the way back', async (t) => {
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  const navOffset = await page
    .getByRole('navigation', { name: 'Main' })
    .evaluate((nav) => nav.getBoundingClientRect().top + window.scrollY);
  await scrollTo(page, Math.floor(navOffset + 4));
  assert.equal(await position(page), 'relative');
  await scrollTo(page, Math.ceil(navOffset + 5));
  assert.equal(await position(page), 'fixed');
  const box = await header(page).boundingBox();
  assert.equal(box?.width, await page.evaluate(() => document.documentElement.clientWidth));
  assert.equal((await heights(page)).reserved, '4.25rem');
  await scrollTo(page, 0);
  assert.equal(await position(page), 'relative');
});

test('the header is fixed at 992 px and not at 991 px, with a default font size of 24 px', async (t) => {
  const page = await visitor(t, { viewport: { width: 991, height: 800 }, reducedMotion: 'reduce' });
  await setDefaultFontSize(page, 24);
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  await scrollTo(page, 900);
  assert.equal(await position(page), 'relative');
  assert.equal((await heights(page)).reserved, '0px');
  await page.setViewportSize({ width: 992, height: 800 });
  await page.locator('[data-site-header][data-fixed]').waitFor();
  assert.equal(await position(page), 'fixed');
  const { reserved, content } = await heights(page);
  assert.equal(reserved, content);
});

for (const [width, rem] of [
  [992, 32],
  [1280, 32],
  [1280, 24],
] as const)
  test(`at ${width} px, with a default font size of ${rem} px, the fixed header in French contains its entries, and what has focus is below it`, async (t) => {
    const page = await visitor(t, { viewport: { width, height: 900 }, locale: 'fr' });
    await setDefaultFontSize(page, rem);
    await page.goto(`${site.origin}/fr`);
    const top = () => page.locator('h1').evaluate((h1) => h1.getBoundingClientRect().top + scrollY);
    const before = await top();
    await scrollTo(page, 900);
    assert.equal(await position(page), 'fixed');
    assert.equal(await top(), before, 'the page has not moved');
    const { bottom, outside } = await header(page).evaluate((element) => {
      const header = element.getBoundingClientRect();
      const entries = [...element.querySelectorAll('a, button')];
      return {
        bottom: header.bottom,
        outside: entries
          .filter((entry) => entry.checkVisibility())
          .filter((entry) => {
            const { left, top, right, bottom } = entry.getBoundingClientRect();
            return left < 0 || top < 0 || right > innerWidth || bottom > header.bottom;
          })
          .map((entry) => entry.textContent),
      };
    });
    assert.deepEqual(outside, []);
    const row = page.locator('#openings summary').nth(3);
    await row.evaluate((summary) => summary.scrollIntoView({ block: 'start' }));
    const box = await row.boundingBox();
    assert.ok(box && box.y >= bottom, `a row is at ${box?.y}, the header ends at ${bottom}`);
  });

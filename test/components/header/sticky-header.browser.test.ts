import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor } from '#test/support/browser.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

let site: RunningSite;
before(async () => {
  site = await startSite();
});
after(() => site.stop());

const header = (page: Page) => page.locator('[data-site-header]');
const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
const positionIs = (page: Page, position: string) =>
  page.waitForFunction((wanted) => {
    const element = document.querySelector('[data-site-header]');
    return element !== null && getComputedStyle(element).position === wanted;
  }, position);

test('the header becomes fixed 4 px past the main navigation, and lets go on the way back', async (t) => {
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  const navOffset = await page
    .getByRole('navigation', { name: 'Main' })
    .evaluate((nav) => nav.getBoundingClientRect().top + window.scrollY);
  await scrollTo(page, Math.floor(navOffset + 4));
  await positionIs(page, 'relative');
  await scrollTo(page, Math.ceil(navOffset + 5));
  await positionIs(page, 'fixed');
  const box = await header(page).boundingBox();
  assert.equal(box?.width, await page.evaluate(() => document.documentElement.clientWidth));
  await scrollTo(page, 0);
  await positionIs(page, 'relative');
});

test('the page does not jump when the header is fixed', async (t) => {
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  const top = () =>
    page.evaluate(() => (document.querySelector('h1')?.getBoundingClientRect().top ?? 0) + scrollY);
  const before = await top();
  await scrollTo(page, 400);
  await positionIs(page, 'fixed');
  assert.equal(await top(), before);
});

test('the header of a viewport 991 px wide scrolls away, and a wider one fixes it again', async (t) => {
  const page = await visitor(t, { viewport: { width: 991, height: 800 } });
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  await scrollTo(page, 600);
  await positionIs(page, 'relative');
  await page.setViewportSize({ width: 992, height: 800 });
  await positionIs(page, 'fixed');
});

test('the first Tab reaches a link past the header', async (t) => {
  const page = await visitor(t, { viewport: { width: 1200, height: 800 } });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  assert.ok(await skip.evaluate((link) => link === document.activeElement));
  const box = await skip.boundingBox();
  assert.ok(box && box.y >= 0, 'the link shows while it has focus');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inMain = await page.evaluate(() => document.activeElement?.closest('main') !== null);
  assert.ok(inMain, 'the next Tab is in the content');
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type VisitorOptions, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const site = sampleSite();

const wide = { viewport: { width: 1200, height: 800 } };
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const main = (page: Page) => page.getByRole('main');
/** Scrolls at once, and waits for the frame in which the page has heard of it. */
const scrolledTo = (page: Page, top: number) =>
  page.evaluate(async (y) => {
    scrollTo({ top: y, behavior: 'instant' });
    await new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard)));
  }, top);

/** A page that is there and whose clock stands still: only `page.clock.runFor` makes time pass. */
async function stilled(t: TestContext, path: string, options: VisitorOptions = {}): Promise<Page> {
  const page = await visitor(t, { ...wide, ...options });
  await page.clock.install();
  await page.goto(site.origin + path, { waitUntil: 'networkidle' });
  await page.locator('html[data-loaded]').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** Where the page is, and an element in it, in CSS pixels. */
const placeOf = (page: Page, id: string) =>
  page.evaluate((target) => {
    const header = document.querySelector('[data-site-header]');
    return {
      y: scrollY,
      top: document.getElementById(target)?.getBoundingClientRect().top ?? 0,
      header: header?.getBoundingClientRect().height ?? 0,
      focused: document.activeElement?.id,
    };
  }, id);

/** The fixed header turns low, which takes its time by the browser's own clock, which these tests do not hold. */
async function lowHeader(page: Page): Promise<void> {
  await page.locator('[data-site-header][data-fixed]').waitFor();
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
}

for (const [name, path, id, link, ms] of [
  [
    'on a one-page page the menu glides to its section in 1000 ms, clear of the header, and focus follows',
    '/',
    'openings',
    nav,
    1000,
  ],
  [
    'on an opening’s page Apply Now scrolls to the form in 1200 ms, clear of the header, and focus follows',
    '/application/101',
    'apply',
    main,
    1200,
  ],
] as const)
  test(name, async (t) => {
    const page = await stilled(t, path);
    const from = await placeOf(page, id);
    await link(page).getByRole('link', { name: 'Apply Now' }).first().click();
    await page.clock.runFor(ms - 50);
    const before = await placeOf(page, id);
    assert.ok(before.y > from.y, 'it is on its way');
    assert.notEqual(before.focused, id, `it was there ${ms - 50} ms after the click`);
    await lowHeader(page);
    await page.clock.runFor(100);
    const there = await placeOf(page, id);
    assert.equal(there.focused, id, `it was not there ${ms + 50} ms after the click`);
    assert.ok(Math.abs(there.top - (there.header - 10)) <= 1, JSON.stringify(there));
    assert.equal(new URL(page.url()).hash, `#${id}`);
  });

for (const [name, width, less] of [
  ['at 992 px an anchor stops 10 px less than the header’s height below the top', 992, 10],
  ['at 991 px an anchor goes to the very top, where no header stays', 991, undefined],
] as const)
  test(name, async (t) => {
    const page = await visitor(t, { viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
    // Where a header is fixed, it is so before the click, and has its own height.
    await scrolledTo(page, 300);
    await nav(page).getByRole('link', { name: 'Apply Now' }).click();
    await page.waitForFunction(() => document.activeElement?.id === 'openings');
    const { top, header } = await placeOf(page, 'openings');
    const wanted = less === undefined ? 0 : header - less;
    assert.ok(Math.abs(top - wanted) <= 1, `it stands at ${top}, not at ${wanted}`);
  });

test('without the one-page marker an anchor is the browser’s own jump, and no section is marked', async (t) => {
  const page = await stilled(t, '/');
  await page.evaluate(() =>
    document.querySelector('[data-onepage]')?.removeAttribute('data-onepage'),
  );
  // The page's clock stands still: a glide would not have begun.
  await nav(page).getByRole('link', { name: 'Apply Now' }).click();
  await page.waitForFunction(() => location.hash === '#openings' && scrollY > 300, undefined, {
    polling: 50,
  });
  const current = nav(page).locator('a[aria-current]');
  assert.deepEqual(await current.allTextContents(), ['HOME']);
});

test('a section is the current one from 80 px before it reaches the top', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  await scrolledTo(page, 300);
  const { y, top } = await placeOf(page, 'openings');
  const current = nav(page).locator('a[aria-current="true"]');
  await scrolledTo(page, Math.floor(y + top - 81));
  assert.deepEqual(await current.allTextContents(), ['Who we are']);
  await scrolledTo(page, Math.ceil(y + top - 80));
  assert.deepEqual(await current.allTextContents(), ['Apply Now']);
});

test('the menu marks the section one is in', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  await page.evaluate(() =>
    document.getElementById('openings')?.scrollIntoView({ behavior: 'instant' }),
  );
  await nav(page).locator('a[aria-current="true"]', { hasText: 'Apply Now' }).waitFor();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await nav(page).locator('a[aria-current="page"]', { hasText: 'HOME' }).waitFor();
});

test('a visitor who asked for less motion is there at once', async (t) => {
  const page = await stilled(t, '/', { reducedMotion: 'reduce' });
  await nav(page).getByRole('link', { name: 'Apply Now' }).click();
  // No time passes on the page.
  await page.waitForFunction(() => document.activeElement?.id === 'openings', undefined, {
    polling: 50,
  });
});

test('a wheel turned on the way stops the scroll where it is', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  // As text, for the page: what a build step would add to a function is not there.
  const end = await page.evaluate(`new Promise((resolve) => {
    const later = (frames, done) => frames > 0 ? requestAnimationFrame(() => later(frames - 1, done)) : done();
    const turn = () => {
      if (scrollY < 100) return;
      removeEventListener('scroll', turn);
      dispatchEvent(new WheelEvent('wheel'));
      const at = scrollY;
      later(4, () => resolve(scrollY - at));
    };
    addEventListener('scroll', turn);
    [...document.querySelectorAll('nav a')].find((a) => a.textContent === 'Apply Now').click();
  })`);
  assert.equal(end, 0);
});

test('from another page the menu’s anchor arrives at its section, clear of the header', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  await nav(page).getByRole('link', { name: 'Apply Now' }).click();
  await page.waitForURL(`${site.origin}/#openings`);
  const heading = page.getByRole('heading', { level: 2 }).filter({ hasText: 'openings' });
  await heading.waitFor();
  const top = await heading.evaluate((h2) => h2.getBoundingClientRect().top);
  assert.ok(top > 72 && top < 400, `the heading is at ${top}`);
});

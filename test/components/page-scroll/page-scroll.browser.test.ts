import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadImages, type VisitorOptions, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

const site = sampleSite();

const wide = { viewport: { width: 1200, height: 800 }, reducedMotion: 'no-preference' } as const;
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const main = (page: Page) => page.getByRole('main');
/** Opens a page and pauses its clock: only `page.clock.runFor` advances it. */
async function pausedPage(
  t: TestContext,
  path: string,
  options: VisitorOptions = {},
): Promise<Page> {
  const page = await visitor(t, { ...wide, ...options });
  await page.clock.install();
  await page.goto(site.origin + path, { waitUntil: 'networkidle' });
  await page.locator('html[data-loaded]').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** The scroll position, and the position of an element, in CSS pixels. */
const positionOf = (page: Page, id: string) =>
  page.evaluate((target) => {
    const header = document.querySelector('[data-site-header]');
    return {
      y: scrollY,
      top: document.getElementById(target)?.getBoundingClientRect().top ?? 0,
      header: header?.getBoundingClientRect().height ?? 0,
      focused: document.activeElement?.id,
    };
  }, id);

/** Waits for the fixed header and ends its height transition, which does not use the page's clock. */
async function finishHeaderTransition(page: Page): Promise<void> {
  await page.locator('[data-site-header][data-fixed]').waitFor();
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
}

for (const [name, path, id, link, ms] of [
  [
    'on a one-page page a menu anchor scrolls to its section in 1000 ms, below the header, and moves focus to it',
    '/',
    'openings',
    nav,
    1000,
  ],
  [
    'on an opening’s page Apply Now scrolls to the form in 1200 ms, below the header, and moves focus to it',
    '/application/101',
    'apply',
    main,
    1200,
  ],
] as const)
  test(name, async (t) => {
    const page = await pausedPage(t, path);
    const from = await positionOf(page, id);
    await link(page).getByRole('link', { name: 'Apply Now' }).first().click();
    await page.clock.runFor(ms - 50);
    const before = await positionOf(page, id);
    assert.ok(before.y > from.y, 'the scroll has started');
    assert.notEqual(before.focused, id, `it ended ${ms - 50} ms after the click`);
    await finishHeaderTransition(page);
    await page.clock.runFor(100);
    const there = await positionOf(page, id);
    assert.equal(there.focused, id, `it had not ended ${ms + 50} ms after the click`);
    assert.ok(Math.abs(there.top - (there.header - 10)) <= 1, JSON.stringify(there));
    assert.equal(new URL(page.url()).hash, `#${id}`);
  });

test('at 991 px an anchor stops at the top, because the header is not fixed, and at once under reduced motion', async (t) => {
  const viewport = { width: 991, height: 800 };
  // The page's clock is paused.
  const page = await pausedPage(t, '/', { viewport, reducedMotion: 'reduce' });
  await nav(page).getByRole('link', { name: 'Apply Now' }).click();
  await page.waitForFunction(() => document.activeElement?.id === 'openings', undefined, {
    polling: 50,
  });
  const { top } = await positionOf(page, 'openings');
  assert.ok(Math.abs(top) <= 1, `it is at ${top}`);
});

test('without the one-page marker an anchor uses the browser’s default, and no section is marked', async (t) => {
  const page = await pausedPage(t, '/');
  await page.evaluate(() =>
    document.querySelector('[data-onepage]')?.removeAttribute('data-onepage'),
  );
  // The page's clock is paused, so a scroll animation would not start.
  await nav(page).getByRole('link', { name: 'Apply Now' }).click();
  await page.waitForFunction(() => location.hash === '#openings' && scrollY > 300, undefined, {
    polling: 50,
  });
  const current = nav(page).locator('> ul a[aria-current]');
  assert.deepEqual(await current.allTextContents(), ['HOME']);
});

test('a wheel event cancels the scroll animation', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  // As a string, because tsx adds calls of helpers that do not exist in the page.
  const end = await page.evaluate(`new Promise((resolve) => {
    const later = (frames, done) => frames > 0 ? requestAnimationFrame(() => later(frames - 1, done)) : done();
    const onScroll = () => {
      if (scrollY < 100) return;
      removeEventListener('scroll', onScroll);
      dispatchEvent(new WheelEvent('wheel'));
      const at = scrollY;
      later(4, () => resolve(scrollY - at));
    };
    addEventListener('scroll', onScroll);
    [...document.querySelectorAll('nav a')].find((a) => a.textContent === 'Apply Now').click();
  })`);
  assert.equal(end, 0);
});

test('from another page a menu anchor opens its section, below the header', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  await nav(page).getByRole('link', { name: 'Apply Now' }).click();
  await page.waitForURL(`${site.origin}/#openings`);
  const heading = page.getByRole('heading', { level: 2 }).filter({ hasText: 'openings' });
  await heading.waitFor();
  const top = await heading.evaluate((h2) => h2.getBoundingClientRect().top);
  assert.ok(top > 72 && top < 400, `the heading is at ${top}`);
});

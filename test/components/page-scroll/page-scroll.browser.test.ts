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

const wide = { viewport: { width: 1200, height: 800 } };
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Clicks the menu's Apply Now and resolves with how long the page then scrolled, in milliseconds. */
const glide = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const link = [...document.querySelectorAll('nav a')].find(
          (a) => a.textContent === 'Apply Now',
        );
        let first = 0;
        let last = 0;
        addEventListener('scroll', () => {
          last = performance.now();
          first ||= last;
        });
        addEventListener('focusin', () => resolve(last - first), { once: true });
        (link as HTMLElement).click();
      }),
  );

test('on a one-page page the menu glides to its section in about 1000 ms and focus follows', async (t) => {
  const page = await visitor(t, wide);
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  const took = await glide(page);
  assert.ok(took > 700 && took < 1600, `took ${took} ms`);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'openings');
  assert.equal(new URL(page.url()).hash, '#openings');
  const place = await page.evaluate(() => ({
    top: document.getElementById('openings')?.getBoundingClientRect().top ?? 0,
    header: document.querySelector('[data-site-header]')?.getBoundingClientRect().height ?? 0,
  }));
  assert.ok(Math.abs(place.top - (place.header - 10)) <= 1, JSON.stringify(place));
});

test('on an opening’s page Apply Now scrolls to the form in about 1200 ms, clear of the header', async (t) => {
  const page = await visitor(t, wide);
  await page.clock.install();
  await page.goto(`${site.origin}/application/101`, { waitUntil: 'networkidle' });
  await page.locator('html[data-loaded]').waitFor();
  const from = await page.evaluate(() => scrollY);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('main').getByRole('link', { name: 'Apply Now' }).first().click();
  // An anchor's 1000 ms are over, the form is not reached yet.
  await page.clock.runFor(1100);
  const place = () =>
    page.evaluate(() => ({
      y: scrollY,
      top: document.getElementById('apply')?.getBoundingClientRect().top ?? 0,
      header: document.querySelector('[data-site-header]')?.getBoundingClientRect().height ?? 0,
      focused: document.activeElement?.id,
    }));
  const before = await place();
  assert.ok(before.y > from);
  assert.notEqual(before.focused, 'apply');
  // The header turning low takes its time by the browser's own clock, which this test does not hold.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
  await page.clock.runFor(200);
  const there = await place();
  assert.equal(there.focused, 'apply');
  assert.ok(Math.abs(there.top - (there.header - 10)) <= 1, JSON.stringify(there));
  assert.equal(new URL(page.url()).hash, '#apply');
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
  const page = await visitor(t, { ...wide, reducedMotion: 'reduce' });
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  const took = await glide(page);
  assert.ok(took < 100, `took ${took} ms`);
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

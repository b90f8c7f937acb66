import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type VisitorOptions, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const site = sampleSite();

/** A first visit whose fonts do not arrive before `send`; the stylesheet of all rules waits for them. */
async function visitWithoutFonts(
  t: Parameters<typeof visitor>[0],
  path: string,
  options: VisitorOptions = {},
) {
  const page = await visitor(t, {
    webFonts: true,
    viewport: { width: 1440, height: 800 },
    ...options,
  });
  const { promise: fonts, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await fonts;
    await route.continue();
  });
  // Without script the 'load' event waits for the fonts.
  await page.goto(site.origin + path, { waitUntil: 'domcontentloaded' });
  return { page, send };
}

/** How many parts of the page keep an estimated or a last size. */
const postponedParts = (page: Page): Promise<number> =>
  page
    .locator('main section[id], main details, footer')
    .evaluateAll(
      (parts) => parts.filter((part) => getComputedStyle(part).contentVisibility === 'auto').length,
    );

const laidOut = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('html, main section[id], main details, footer')].every(
      (part) =>
        !part.hasAttribute('data-postponed') && getComputedStyle(part).contentVisibility !== 'auto',
    ),
  );

/** The pixels between the top of an element and that of the viewport, when it no longer changes. */
const restingTop = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate(async (element) => {
    let last = Number.NaN;
    for (let frames = 0; frames < 20; ) {
      await new Promise(requestAnimationFrame);
      const { top } = element.getBoundingClientRect();
      frames = top === last ? frames + 1 : 0;
      last = top;
    }
    return last;
  });

test('until the fonts arrive, parts far from the viewport are not laid out; after the first action all are, so a menu entry leads to its section', async (t) => {
  const { page, send } = await visitWithoutFonts(t, '/');
  assert.ok((await postponedParts(page)) > 10);
  const menu = page.locator('header nav');
  await menu.getByRole('button', { name: 'ABOUT' }).click();
  assert.equal(await postponedParts(page), 0);
  await menu.getByRole('link', { name: 'From our kitchens' }).click();
  const before = await restingTop(page, '#gallery');
  assert.ok(before > -1 && before < 200, `at ${before} before the fonts`);
  send();
  await laidOut(page);
  const after = await restingTop(page, '#gallery');
  assert.ok(Math.abs(after - before) < 100, `from ${before} to ${after} with the fonts`);
});

test('after scrolling the whole page is laid out, and the fonts do not move it', async (t) => {
  const { page, send } = await visitWithoutFonts(t, '/');
  assert.ok((await postponedParts(page)) > 10);
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 3000);
  await page.waitForFunction(() => window.scrollY >= 2900);
  assert.equal(await postponedParts(page), 0);
  const before = await restingTop(page, '#companies');
  send();
  await laidOut(page);
  const after = await restingTop(page, '#companies');
  assert.ok(Math.abs(after - before) < 100, `from ${before} to ${after}`);
});

test('parts that are laid out with the fonts do not move the viewport', async (t) => {
  const { page, send } = await visitWithoutFonts(t, '/');
  const before = await restingTop(page, '#openings');
  send();
  await laidOut(page);
  assert.ok(Math.abs((await restingTop(page, '#openings')) - before) < 20);
});

test('all parts are laid out when the stylesheet cannot be loaded', async (t) => {
  const page = await visitor(t, { allowConsole: ['Failed to load resource', 'preloaded'] });
  await page.route('**/assets/pages-*.css', (route) => route.abort());
  await page.goto(site.origin);
  await laidOut(page);
});

test('all parts are laid out when the fonts do not arrive', async (t) => {
  const page = await visitor(t, { webFonts: true, allowConsole: ['preloaded'] });
  // The time limits of 3 s, shorter. The page's clock cannot be replaced: it has no entry for the navigation.
  await page.addInitScript({
    content: `const { setTimeout: start } = window;
      window.setTimeout = (done, ms) => start(done, ms === 3000 ? 300 : ms);`,
  });
  await page.route('**/*.woff2', () => {});
  await page.goto(site.origin, { waitUntil: 'domcontentloaded' });
  assert.ok((await postponedParts(page)) > 10);
  await laidOut(page);
});

for (const { visit, path, options } of [
  { visit: 'a URL with a fragment', path: '/#find-us', options: {} },
  { visit: 'a browser without script', path: '/', options: { javaScriptEnabled: false } },
])
  test(`nothing is postponed for ${visit}`, async (t) => {
    const { page, send } = await visitWithoutFonts(t, path, options);
    assert.equal(await postponedParts(page), 0);
    send();
  });

test('nothing is postponed when the visitor returns to the page', async (t) => {
  const { page, send } = await visitWithoutFonts(t, '/');
  send();
  await laidOut(page);
  await page.goto(`${site.origin}/contact`);
  await page.goBack();
  assert.equal(await postponedParts(page), 0);
});

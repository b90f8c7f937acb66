import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { siteConfig } from '#src/config/site.ts';
import { loadImages, visitor } from '#test/support/browser.ts';
import { siteAndHost } from '../support/site-and-host.ts';

loadImages();

const at = siteAndHost();
const noTiles = { allowConsole: ['Failed to load resource'] };

/**
 * Returns the library files that the next page requests, by their names in the build. Until then the page of the
 * visitor before may request some.
 */
function heavyOf(page: Page): string[] {
  const requested: string[] = [];
  let isNext = false;
  page.once('framenavigated', () => {
    isNext = true;
  });
  page.on('request', (request) => {
    if (!isNext) return;
    const name = /(carousel-engine|lightbox-view|map-engine|editor-field)[^/]*\.js$/.exec(
      request.url(),
    )?.[1];
    if (name && !requested.includes(name)) requested.push(name);
  });
  return requested;
}

/** Returns the column and row of the tile that contains a point, by the formula for slippy map tiles. */
function tileOf({ lat, lon }: { lat: number; lon: number }, zoom: number): string {
  const tiles = 2 ** zoom;
  const y = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
  return `${Math.floor(((lon + 180) / 360) * tiles)}/${Math.floor(((1 - y) / 2) * tiles)}`;
}

test('home loads no library at first, and each one when its section becomes visible', async (t) => {
  const page = await visitor(t, { viewport: { width: 1280, height: 700 }, ...noTiles });
  await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
  const heavy = heavyOf(page);
  await page.goto(at.origin, { waitUntil: 'networkidle' });
  assert.equal(heavy.length, 0, String(heavy));
  for (const [section, library] of [
    ['dishes', 'carousel-engine'],
    ['gallery', 'lightbox-view'],
    ['find-us', 'map-engine'],
  ] as const) {
    assert.ok(!heavy.includes(library), `${library} came before its section`);
    const requested = page.waitForRequest((request) => request.url().includes(library));
    await page
      .locator(`#${section}`)
      .evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    await requested;
  }
});

test('the map shows the configured center; without tiles, address and marker are readable', async (t) => {
  const page = await visitor(t, noTiles);
  const tiles: string[] = [];
  await page.route('https://tile.openstreetmap.org/**', (route) => {
    tiles.push(route.request().url());
    return route.abort();
  });
  await page.goto(at.origin);
  const section = page.locator('#find-us');
  await section.scrollIntoViewIfNeeded();
  await section.getByText('could not be loaded').waitFor();
  const { center, zoom, marker } = siteConfig.map ?? assert.fail();
  const wanted = `/${zoom}/${tileOf(center, zoom)}.png`;
  assert.ok(
    tiles.some((tile) => tile.endsWith(wanted)),
    `${wanted} is not among ${tiles}`,
  );
  for (const text of [...siteConfig.address.lines, marker])
    await section.getByText(text).locator('visible=true').first().waitFor();
});

/** Returns the current state of everything that moves by itself on home: the slide, the dish and running animations. */
const moving = (page: Page) =>
  page.evaluate(() => ({
    slide: [...document.querySelectorAll('main [role=group][data-current]')].map((slide) =>
      slide.getAttribute('aria-label'),
    ),
    dish: document.querySelector('#dishes [role=group]:not([inert])')?.textContent,
    drift: [...document.querySelectorAll<HTMLElement>('[data-parallax]')].map(
      ({ style }) => style.transform,
    ),
  }));

/** Opens home with its dishes in the viewport and with a fake clock. */
async function homeAtDishes(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(at.origin, { waitUntil: 'load' });
  await page.locator('#dishes').scrollIntoViewIfNeeded();
  await page.locator('#dishes .flickity-enabled').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('under reduced motion nothing on home moves by itself, and nothing has to be paused', async (t) => {
  const page = await visitor(t, { reducedMotion: 'reduce', ...noTiles });
  await homeAtDishes(page);
  const before = await moving(page);
  await page.clock.runFor(60_000);
  assert.deepEqual(await moving(page), before);
  assert.equal(await page.getByRole('button', { name: /^Pause/ }).count(), 0);
  assert.deepEqual(
    // A transition of a hundredth of a millisecond is not visible motion.
    await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 1)
        .map(({ effect }) => String((effect as KeyframeEffect).target?.outerHTML)),
    ),
    [],
  );
});

test('everything that moves by itself on home can be paused, and then does not move', async (t) => {
  const page = await visitor(t, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'no-preference',
    ...noTiles,
  });
  await homeAtDishes(page);
  const playing = await moving(page);
  await page.clock.runFor(12_000);
  const later = await moving(page);
  assert.notEqual(later.dish, playing.dish);
  const pauses = page.getByRole('button', { name: /^Pause/ });
  assert.equal(await pauses.count(), 2, 'the plates and the dishes');
  while ((await pauses.count()) > 0) await pauses.first().click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(2000);
  for (const section of ['main', '#dishes']) {
    await page.locator(section).evaluate((at) => at.scrollIntoView({ behavior: 'instant' }));
    const before = await moving(page);
    await page.clock.runFor(60_000);
    const after = await moving(page);
    assert.deepEqual([after.slide, after.dish], [before.slide, before.dish], section);
  }
});

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

const tile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="green"/></svg>';
let site: ComponentSite;
let tilesCome = true;
before(async () => {
  site = await openComponent(new URL('map.fixture.tsx', import.meta.url), (request, response) => {
    if (!request.url?.startsWith('/tiles/') || !tilesCome) return false;
    response.setHeader('content-type', 'image/svg+xml').end(tile);
    return true;
  });
});
beforeEach(() => {
  tilesCome = true;
});

const map = (page: Page) => page.getByRole('figure', { name: 'Find us' });
const words = (page: Page) =>
  map(page).getByText('Tamarind Foods Group, Victoria Island').locator('visible=true');

async function start(page: Page) {
  await map(page).scrollIntoViewIfNeeded();
  await map(page).locator('.ol-viewport').waitFor();
  return map(page);
}

/** The columns and rows of tiles asked for at a zoom level. */
const askedFor = (requested: readonly string[], zoom: number) =>
  requested
    .filter((path) => path.startsWith(`/tiles/${zoom}/`))
    .map((path) => path.replace(/^\/tiles\/\d+\/|\.svg$/g, ''));

test('the library and its tiles are asked for only when the map comes near', async (t) => {
  const { page, requested } = await site.visit(t);
  const heavy = () => requested.filter((path) => /map-engine|tiles/.test(path)).length;
  await page.waitForLoadState('networkidle');
  assert.equal(heavy(), 0);
  await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  assert.ok(heavy() > 1);
});

test('it shows the tile of its centre', async (t) => {
  const { page, requested } = await site.visit(t);
  await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  // 6.4302 N 3.4153 E at zoom 15, by the formula of the slippy map.
  assert.ok(askedFor(requested, 15).includes('16694/15797'));
});

test('the place is told before, without and instead of the map, in the same spot', async (t) => {
  const plain = await site.visit(t, { javaScriptEnabled: false });
  assert.ok(await words(plain.page).isVisible());
  const link = map(plain.page).getByRole('link', { name: 'Open in maps' });
  assert.equal(
    await link.getAttribute('href'),
    'https://www.openstreetmap.org/?mlat=6.4302&mlon=3.4153#map=15/6.4302/3.4153',
  );
  assert.ok(await map(plain.page).getByText('© OpenStreetMap contributors').isVisible());

  tilesCome = false;
  const library = Promise.withResolvers<void>();
  const { page } = await site.visit(t, {
    allowConsole: ['/tiles/'],
    prepare: (page) =>
      page.route('**/map-engine*', async (route) => {
        await library.promise;
        await route.continue();
      }),
  });
  const spot = async () => {
    const box = await words(page).boundingBox();
    const below = await page.locator('#below').boundingBox();
    return [box?.x, box?.y, below?.y].map(Number);
  };
  await map(page).scrollIntoViewIfNeeded();
  const atFirst = await spot();
  library.resolve();
  await map(page).getByText('The map’s pictures could not be loaded.').waitFor();
  const drawn = await spot();
  for (const [index, at] of drawn.entries())
    assert.ok(Math.abs(at - Number(atFirst[index])) <= 1, `${drawn} was ${atFirst}`);
});

test('the keyboard moves and zooms it', async (t) => {
  const { page, requested } = await site.visit(t, { reducedMotion: 'reduce' });
  const found = await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  await found.getByRole('application').focus();
  const before = await words(page).boundingBox();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((x) => {
    const pin = document.querySelector('.ol-overlay-container p span');
    return pin && pin.getBoundingClientRect().x < x - 100;
  }, Number(before?.x));
  await page.keyboard.press('+');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/tiles/16/')),
  );
  await found.getByRole('button', { name: 'Zoom out' }).click();
  assert.ok(askedFor(requested, 16).length > 0);
});

test('the wheel scrolls the page, not the map', async (t) => {
  const { page, requested } = await site.visit(t);
  const found = await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  await found.getByRole('application').hover();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((y) => scrollY < y, before);
  assert.deepEqual([...askedFor(requested, 14), ...askedFor(requested, 16)], []);
});

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadImages } from '../../support/browser.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

loadImages();

const tile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="green"/></svg>';
let site: ComponentSite;
let hasTiles = true;
before(async () => {
  site = await openComponent(new URL('map.fixture.tsx', import.meta.url), (request, response) => {
    if (!request.url?.startsWith('/tiles/') || !hasTiles) return false;
    response.setHeader('content-type', 'image/svg+xml').end(tile);
    return true;
  });
});
beforeEach(() => {
  hasTiles = true;
});

const map = (page: Page) => page.getByRole('figure', { name: 'Find us' });
const marker = (page: Page) =>
  map(page).getByText('Tamarind Foods Group, Victoria Island').locator('visible=true');

async function start(page: Page) {
  await map(page).scrollIntoViewIfNeeded();
  await map(page).locator('.ol-viewport').waitFor();
  return map(page);
}

/** Returns the columns and rows of the requested tiles at a zoom level. */
const requestedTiles = (requested: readonly string[], zoom: number) =>
  requested
    .filter((path) => path.startsWith(`/tiles/${zoom}/`))
    .map((path) => path.replace(/^\/tiles\/\d+\/|\.svg$/g, ''));

test('it requests the tile of its center, and is dark in a dark color scheme', async (t) => {
  const { page, requested } = await site.visit(t);
  const figure = await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  const filter = () =>
    figure
      .locator('canvas')
      .first()
      .evaluate((canvas) => getComputedStyle(canvas).filter);
  for (const [system, chosen, dark] of [
    ['light', null, false],
    ['dark', null, true],
    ['dark', 'light', false],
    ['light', 'dark', true],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await page.evaluate((scheme) => {
      if (scheme) document.documentElement.dataset.scheme = scheme;
    }, chosen);
    assert.equal((await filter()).startsWith('invert(1)'), dark, `${system}, ${chosen}`);
  }
  // 6.4302 N 3.4153 E at zoom 15, by the formula for slippy map tiles.
  assert.ok(requestedTiles(requested, 15).includes('16694/15797'));
});

test('marker and address are readable before the map has loaded, without JavaScript and without tiles, in the same position', async (t) => {
  const plain = await site.visit(t, { javaScriptEnabled: false });
  assert.ok(await marker(plain.page).isVisible());
  const link = map(plain.page).getByRole('link', { name: 'Open in maps' });
  assert.equal(
    await link.getAttribute('href'),
    'https://www.openstreetmap.org/?mlat=6.4302&mlon=3.4153#map=15/6.4302/3.4153',
  );
  assert.ok(await map(plain.page).getByText('© OpenStreetMap contributors').isVisible());

  hasTiles = false;
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
    const box = await marker(page).boundingBox();
    const below = await page.locator('#below').boundingBox();
    return [box?.x, box?.y, below?.y].map(Number);
  };
  await map(page).scrollIntoViewIfNeeded();
  const atFirst = await spot();
  library.resolve();
  await map(page).getByText('The map’s pictures could not be loaded.').waitFor();
  const rendered = await spot();
  for (const [index, at] of rendered.entries())
    assert.ok(Math.abs(at - Number(atFirst[index])) <= 1, `${rendered} was ${atFirst}`);
});

test('at 320 px the marker is whole with the text spacing of WCAG 1.4.12', async (t) => {
  const { page } = await site.visit(t, { viewport: { width: 320, height: 640 }, bypassCSP: true });
  await page.addStyleTag({
    content: `* {
      line-height: 1.5 !important;
      letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important;
    }
    p { margin-block-end: 2em !important; }`,
  });
  const room = () =>
    marker(page).evaluate((label) => {
      const top = label.closest('figure')?.getBoundingClientRect().top ?? Number.NaN;
      return label.getBoundingClientRect().top - top;
    });
  assert.ok((await room()) > 0, `${await room()} px before the map`);
  await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  assert.ok((await room()) > 0, `${await room()} px in the map`);
});

test('arrow keys move the map, + and - zoom it', async (t) => {
  const { page, requested } = await site.visit(t, { reducedMotion: 'reduce' });
  const found = await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  await found.getByRole('application').focus();
  const before = await marker(page).boundingBox();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((x) => {
    const pin = document.querySelector('.ol-overlay-container span');
    return pin && pin.getBoundingClientRect().x < x - 100;
  }, Number(before?.x));
  await page.keyboard.press('+');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/tiles/16/')),
  );
  await found.getByRole('button', { name: 'Zoom out' }).click();
  assert.ok(requestedTiles(requested, 16).length > 0);
});

test('the wheel scrolls the page, not the map', async (t) => {
  const { page, requested } = await site.visit(t);
  const found = await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  await found.getByRole('application').hover();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((y) => scrollY < y, before);
  assert.deepEqual([...requestedTiles(requested, 14), ...requestedTiles(requested, 16)], []);
});

test('a printed page has the marker, although the map shows its own', async (t) => {
  const { page } = await site.visit(t);
  await start(page);
  await page.waitForFunction(() => document.querySelector('[data-tiles=true]'));
  await page.emulateMedia({ media: 'print' });
  await marker(page).waitFor();
});

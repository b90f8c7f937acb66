import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadImages } from '../../support/browser.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

loadImages();

let site: ComponentSite;
before(async () => {
  site = await openComponent(
    new URL('gallery.fixture.tsx', import.meta.url),
    (request, response) => {
      if (!request.url?.endsWith('.svg') || request.url.includes('icons')) return false;
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
      response.setHeader('content-type', 'image/svg+xml').end(svg);
      return true;
    },
  );
});

const shown = (page: Page) => page.getByRole('listitem').allTextContents();
const choose = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

test('the menu shows one category at a time and announces the number of pictures', async (t) => {
  const { page } = await site.visit(t);
  assert.deepEqual(await shown(page), ['Espresso', 'Cake', 'Loaf', 'Jollof', 'Suya']);
  await choose(page, 'Bakery');
  assert.deepEqual(await shown(page), ['Cake', 'Loaf']);
  assert.equal(await page.getByRole('status').textContent(), '2 of 5 pictures shown');
  const pressed = page.locator('button[aria-pressed=true]');
  assert.deepEqual(await pressed.allTextContents(), ['Bakery']);
  await choose(page, 'Coffee bar');
  assert.deepEqual(await shown(page), ['Espresso', 'Cake']);
  await choose(page, 'All');
  assert.equal((await shown(page)).length, 5);
});

test('each item starts 25 ms after the one before it', async (t) => {
  const { page } = await site.visit(t);
  const delays = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.tagName === 'LI')
        .map(({ effect }) => effect?.getTiming().delay)
        .sort((one, other) => Number(one) - Number(other)),
    );
  await choose(page, 'Kitchen');
  assert.deepEqual(await delays(), [0, 25]);
  const { page: still } = await site.visit(t, { reducedMotion: 'reduce' });
  await choose(still, 'Kitchen');
  const animations = await still.evaluate(
    () => document.querySelector('ul')?.getAnimations({ subtree: true }).length,
  );
  assert.deepEqual(animations, 0);
});

test('the lightbox contains the visible pictures only', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  await choose(page, 'Bakery');
  await page.getByRole('link', { name: 'Loaf' }).click();
  assert.equal(await page.getByRole('dialog').locator('.sl-counter').textContent(), '2 of 2');
});

test('without JavaScript every picture is visible and there is no menu', async (t) => {
  const { page } = await site.visit(t, { javaScriptEnabled: false });
  assert.equal((await shown(page)).length, 5);
  assert.equal(await page.getByRole('group').getByRole('button').count(), 0);
});

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadImages } from '../../support/browser.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

loadImages();

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('parallax.fixture.tsx', import.meta.url));
});

const shift = (page: Page) =>
  page
    .locator('[data-parallax]')
    .evaluate((layer) => new DOMMatrix(getComputedStyle(layer).transform).f);

test('the layer lags by 0.3 of the scroll distance', async (t) => {
  const { page } = await site.visit(t);
  await page.evaluate(() => scrollTo(0, 900));
  await page.waitForFunction(() =>
    document.querySelector<HTMLElement>('[data-parallax]')?.style.transform.includes('-30px'),
  );
  await page.evaluate(() => scrollTo(0, 1100));
  await page.waitForFunction(() =>
    document.querySelector<HTMLElement>('[data-parallax]')?.style.transform.includes('30px, 0'),
  );
  assert.equal(await shift(page), 30);
});

test('under reduced motion the layer does not move', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    scrollTo(0, 1100);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  assert.equal(await shift(page), 0);
});

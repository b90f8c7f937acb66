import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const site = sampleSite();

/**
 * Returns the distances of an element's edges from the top of the viewport, when they no longer change, in viewport
 * heights.
 */
const restingPlace = (page: Page, selector: string): Promise<{ top: number; bottom: number }> =>
  page
    .locator(selector)
    .last()
    .evaluate(async (element) => {
      let last = Number.NaN;
      for (let frames = 0; frames < 20; ) {
        await new Promise(requestAnimationFrame);
        const { top } = element.getBoundingClientRect();
        frames = top === last ? frames + 1 : 0;
        last = top;
      }
      const { top, bottom } = element.getBoundingClientRect();
      return { top: top / innerHeight, bottom: bottom / innerHeight };
    });

async function assertVisible(page: Page, selector: string): Promise<void> {
  const { top, bottom } = await restingPlace(page, selector);
  assert.ok(top >= 0 && bottom <= 1, `${selector} is at ${top.toFixed(2)} to ${bottom.toFixed(2)}`);
}

// On the first page of a session, whose fonts and pictures arrive after the jump.
for (const width of [390, 1280]) {
  const options = { viewport: { width, height: 800 }, webFonts: true, allowConsole: ['tile'] };

  test(`at ${width} px a link to a text leads to it`, async (t) => {
    const page = await visitor(t, options);
    await page.goto(`${site.origin}/#:~:text=Find%20us`);
    await assertVisible(page, '#find-us h2');
  });

  test(`at ${width} px a link that receives the focus is in the viewport`, async (t) => {
    const page = await visitor(t, options);
    await page.goto(site.origin, { waitUntil: 'domcontentloaded' });
    await page.locator('footer a').last().focus();
    await assertVisible(page, 'footer a');
  });

  test(`at ${width} px scrollIntoView leads to a section and stays there`, async (t) => {
    const page = await visitor(t, options);
    await page.goto(site.origin, { waitUntil: 'domcontentloaded' });
    await page
      .locator('#find-us')
      .evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
    const { top } = await restingPlace(page, '#find-us');
    assert.ok(top >= 0 && top < 0.2, `it is at ${top.toFixed(2)} of the viewport's height`);
  });
}

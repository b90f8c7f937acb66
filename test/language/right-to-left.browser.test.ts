import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadImages, visitor } from '../support/browser.ts';
import { pseudoSite } from '../support/pseudo-site.ts';

loadImages();

/** 'eo' and 'ar' have the same texts; 'ar' is from right to left. */
const at = pseudoSite();

async function open(t: TestContext, address: string, width: number): Promise<Page> {
  const viewport = { width, height: 800 };
  const page = await visitor(t, { viewport, allowConsole: ['Failed to load resource'] });
  await page.goto(`${at.origin}/${address}`, { waitUntil: 'networkidle' });
  return page;
}

interface Box {
  readonly name: string;
  readonly start: number;
  readonly top: number;
  readonly width: number;
}

/**
 * Returns each visible element that is not inside a line of text, with its distance from the side where lines begin.
 */
const boxesOf = (page: Page): Promise<Box[]> =>
  page.evaluate(() => {
    // An opening popover moves, and one that never ends cannot be finished.
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    const { dir, clientWidth } = document.documentElement;
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline';
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !isInline(one))
      .filter(
        (one) => !one.closest('svg *, [role=application] *, p *, label *, summary *, a *, time'),
      )
      .map((one) => {
        const { left, right, top, width } = one.getBoundingClientRect();
        const name = `${one.tagName} ${one.id || one.className} ${one.textContent?.slice(0, 30)}`;
        return { name, start: dir === 'rtl' ? clientWidth - right : left, top, width };
      });
  });

/** Compares every box of the two pages. */
async function assertMirrored(leftToRight: Page, rightToLeft: Page): Promise<void> {
  const [expected, actual] = await Promise.all([boxesOf(leftToRight), boxesOf(rightToLeft)]);
  assert.ok(expected.length > 50);
  assert.equal(actual.length, expected.length);
  const differs = (box: Box, other: Box | undefined) =>
    (['start', 'top', 'width'] as const).some(
      (side) => Math.abs(box[side] - (other?.[side] ?? Number.NaN)) > 1.5,
    );
  const wrong = actual.flatMap((box, index) =>
    differs(box, expected[index]) ? [{ box, expected: expected[index] }] : [],
  );
  assert.deepEqual(wrong, []);
}

/** What opens dropdowns, submenus and sheets of home, by the width of the window. */
const openers: Readonly<Record<number, readonly (readonly string[])[]>> = {
  360: [['[popovertarget=main-menu]'], ['[popovertarget=filters]:not([popovertargetaction])']],
  1280: [
    ['[popovertarget=header-search]'],
    ['[popovertarget=skin-panel]'],
    ['[popovertarget=submenu-1]', '#submenu-1 [popovertarget]'],
  ],
};

const paths = ['/application/11', '/contact', '/application/none', '/feedback'];

for (const width of [360, 1280]) {
  for (const path of width > 360 ? paths.slice(0, 1) : paths)
    test(`'${path}' of ${width} px is mirrored`, async (t) => {
      await assertMirrored(await open(t, `eo${path}`, width), await open(t, `ar${path}`, width));
    });

  test(`home of ${width} px, its dropdowns, submenus and sheets are mirrored`, async (t) => {
    const pages = [await open(t, 'eo', width), await open(t, 'ar', width)] as const;
    await assertMirrored(...pages);
    for (const selectors of openers[width] ?? []) {
      for (const page of pages)
        for (const selector of selectors) {
          await page.locator(selector).first().click();
          await page.locator(':popover-open').last().waitFor();
        }
      await assertMirrored(...pages);
      for (const page of pages) for (const _ of selectors) await page.keyboard.press('Escape');
      for (const page of pages) await page.locator(':popover-open').waitFor({ state: 'detached' });
    }
  });
}

test('the pin is on the place that the map shows', async (t) => {
  const page = await open(t, 'ar', 1280);
  const map = page.locator('[role=application]');
  await page.locator('figure:has(figcaption [href*=openstreetmap])').scrollIntoViewIfNeeded();
  await map.locator('.ol-overlay-container').waitFor();
  const [box, pin] = [
    await map.boundingBox(),
    await map.locator('.ol-overlay-container').boundingBox(),
  ];
  assert.ok(box && pin);
  assert.ok(Math.abs(box.x + box.width / 2 - (pin.x + pin.width / 2)) < 2);
  assert.ok(Math.abs(box.y + box.height / 2 - (pin.y + pin.height)) < 2);
});

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { layoutShift, watchShifts } from '#test/support/measure.ts';
import { loadImages } from '../../support/browser.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

loadImages();

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('carousel.fixture.tsx', import.meta.url));
});

const carousel = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`);

/** Scrolls to a carousel and waits until Flickity has started. */
async function start(page: Page, name: string) {
  const section = carousel(page, name);
  await section.scrollIntoViewIfNeeded();
  await section.locator('.flickity-enabled').waitFor();
  return section;
}

/** Returns the texts of the completely visible items, from left to right. */
const visibleItems = (page: Page, name: string) =>
  carousel(page, name).evaluate((section) => {
    const frame = section.getBoundingClientRect();
    return [...section.querySelectorAll('[role=group]')]
      .map((item) => ({ text: item.textContent, box: item.getBoundingClientRect() }))
      .filter(({ box }) => box.left >= frame.left - 1 && box.right <= frame.right + 1)
      .sort((one, other) => one.box.left - other.box.left)
      .map(({ text }) => text);
  });

/** Waits for at most 300 frames until the numbers of visible and of reachable items are as given. */
async function showing(page: Page, name: string, count: number, reachable: number) {
  const now = async () => [
    (await visibleItems(page, name)).length,
    await carousel(page, name).locator('[role=group]:not([inert])').count(),
  ];
  for (let frames = 0; frames < 300; frames += 1) {
    if (String(await now()) === String([count, reachable])) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  assert.deepEqual(await now(), [count, reachable], `${name}, ${page.viewportSize()?.width} px`);
}

const widths = [
  [320, 1, 2],
  [479, 1, 2],
  [480, 2, 3],
  [767, 2, 3],
  [768, 3, 4],
  [991, 3, 4],
  [992, 3, 5],
  [1169, 3, 5],
  [1170, 4, 5],
  [1399, 4, 5],
  [1400, 4, 6],
] as const;

for (const javaScriptEnabled of [true, false])
  test(`it shows 1 item, 2 from 480, 3 from 768 and 4 from 1170 px, and 2 to 6 logos, 30 px apart, as the window grows, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (t) => {
    const { page } = await site.visit(t, {
      width: 320,
      javaScriptEnabled,
      reducedMotion: 'reduce',
    });
    if (javaScriptEnabled) for (const name of ['Dishes', 'Companies']) await start(page, name);
    for (const [width, dishes, logos] of widths) {
      await page.setViewportSize({ width, height: 800 });
      // Flickity measures again 150 ms after the last resize event.
      await showing(page, 'Dishes', dishes, javaScriptEnabled ? dishes : 8);
      await showing(page, 'Companies', logos, javaScriptEnabled ? logos : 7);
    }
    for (const name of ['Dishes', 'Companies']) {
      const gaps = await carousel(page, name).evaluate((section) => {
        const boxes = [...section.querySelectorAll('[role=group]')]
          .map((item) => item.getBoundingClientRect())
          .filter(({ left }) => left >= -1 && left < innerWidth)
          .sort((one, other) => one.left - other.left);
        return boxes.slice(1).map(({ left }, index) => left - Number(boxes[index]?.right));
      });
      assert.ok(gaps.length >= 3);
      for (const gap of gaps) assert.ok(Math.abs(gap - 30) < 1, `${name}: ${gaps}`);
    }
  });

test('no visible element moves when the library replaces the row', async (t) => {
  const library = Promise.withResolvers<void>();
  const { page } = await site.visit(t, {
    reducedMotion: 'reduce',
    prepare: async (page) => {
      await watchShifts(page);
      await page.route('**/carousel-engine*', async (route) => {
        await library.promise;
        await route.continue();
      });
    },
  });
  const boxes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#between, #below, section > *, [role=group]')]
        .map((element) => element.getBoundingClientRect())
        .filter(({ left, right }) => left >= -1 && right <= innerWidth + 1)
        .map(({ left, top, width, height }) => [left, top, width, height]),
    );
  await carousel(page, 'Companies').scrollIntoViewIfNeeded();
  const atFirst = await boxes();
  assert.ok(atFirst.length > 12);
  library.resolve();
  await start(page, 'Dishes');
  await start(page, 'Companies');
  const now = await boxes();
  assert.equal(now.length, atFirst.length);
  // Flickity rounds positions to 0.01 %.
  const moved = now.filter((box, index) =>
    box.some((at, side) => Math.abs(at - Number(atFirst[index]?.[side])) > 0.5),
  );
  assert.deepEqual(moved, []);
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  });
  assert.deepEqual((await layoutShift(page)).moved, []);
});

/** Advances the page's clock in steps until `reached`. Returns the elapsed milliseconds. */
async function timeUntil(page: Page, stepMs: number, reached: () => Promise<boolean>) {
  for (let ms = 0; ms < 30_000; ms += stepMs) {
    if (await reached()) return ms;
    await page.clock.runFor(stepMs);
  }
  throw new Error('The condition was not met within 30 s');
}

test('a step takes 700 ms', async (t) => {
  const { page } = await site.visit(t, { clock: true });
  const dishes = await start(page, 'Dishes');
  await dishes.getByRole('button', { name: 'Pause' }).click();
  const offset = () =>
    dishes
      .locator('.flickity-slider')
      .evaluate((slider) => new DOMMatrix(getComputedStyle(slider).transform).e);
  const from = await offset();
  const width = await dishes.evaluate(
    (section) => (section.getBoundingClientRect().width + 30) / 4,
  );
  await dishes.getByRole('button', { name: 'Next' }).click();
  const took = await timeUntil(page, 20, async () => from - (await offset()) > width - 0.5);
  assert.ok(took >= 660 && took <= 740, `${took} ms`);
  assert.equal((await visibleItems(page, 'Dishes'))[0], 'Suya');
});

test('it advances every 4000 ms until it is paused', async (t) => {
  const { page } = await site.visit(t, { clock: true });
  const dishes = await start(page, 'Dishes');
  // Items outside the row become inert when a step begins.
  const position = () =>
    dishes.evaluate((section) =>
      [...section.querySelectorAll('[role=group]')].findIndex(
        (item) => !item.hasAttribute('inert'),
      ),
    );
  await timeUntil(page, 100, async () => (await position()) === 1);
  const took = await timeUntil(page, 100, async () => (await position()) === 2);
  assert.ok(took >= 3900 && took <= 4300, `${took} ms`);
  await dishes.getByRole('button', { name: 'Pause' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  assert.equal(await position(), 2);
});

test('after the last items the row returns to the first', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  const dishes = await start(page, 'Dishes');
  const next = dishes.getByRole('button', { name: 'Next' });
  for (let step = 0; step < 4; step += 1) await next.click();
  assert.deepEqual(await visibleItems(page, 'Dishes'), [
    'Egusi',
    'Ofada',
    'Puff-puff',
    'Chin chin',
  ]);
  await next.click();
  assert.equal((await visibleItems(page, 'Dishes'))[0], 'Jollof');
});

test('the logos loop and do not move by themselves', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  const companies = await start(page, 'Companies');
  assert.equal(await companies.getByRole('button', { name: 'Pause' }).count(), 0);
  await companies.getByRole('button', { name: 'Previous' }).click();
  assert.deepEqual(await visibleItems(page, 'Companies'), [
    'Mill',
    'Bakery',
    'Buka',
    'Catering',
    'Coffee',
  ]);
});

test('arrow keys move the row, and Tab does not reach items outside it', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  const dishes = await start(page, 'Dishes');
  await dishes.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal((await visibleItems(page, 'Dishes'))[0], 'Suya');
  const reached: (string | null)[] = [];
  for (let presses = 0; presses < 5; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    reached.push(await page.evaluate(() => document.activeElement?.textContent ?? null));
  }
  assert.deepEqual(reached.slice(1), ['Egusi', 'Akara', 'Moi moi', 'Suya']);
  const hiddenButSeen = await dishes.locator('[aria-hidden=true][role=group]').count();
  assert.equal(hiddenButSeen, 0);
});

test('from right to left the row begins on the right, and the left arrow moves it forward', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce', dir: 'rtl' });
  const dishes = await start(page, 'Dishes');
  const fromRight = async () => (await visibleItems(page, 'Dishes')).reverse();
  assert.deepEqual(await fromRight(), ['Jollof', 'Suya', 'Moi moi', 'Akara']);
  await dishes.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await fromRight(), ['Suya', 'Moi moi', 'Akara', 'Egusi']);
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await fromRight(), ['Jollof', 'Suya', 'Moi moi', 'Akara']);
  await dishes.getByRole('button', { name: 'Next' }).click();
  assert.deepEqual(await fromRight(), ['Suya', 'Moi moi', 'Akara', 'Egusi']);
});

test('a drag moves the row and does not open the link under it', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  const dishes = await start(page, 'Dishes');
  const box = await dishes.getByText('Moi moi').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 100, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x - 200, box.y + 20, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(
    () =>
      document.querySelector('section [role=group]')?.hasAttribute('inert') &&
      !location.hash.includes('moi'),
  );
});

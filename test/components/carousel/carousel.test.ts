import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('carousel.fixture.tsx', import.meta.url));
});

const carousel = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`);

/** Brings a carousel into view and waits until Flickity has it. */
async function start(page: Page, name: string) {
  const section = carousel(page, name);
  await section.scrollIntoViewIfNeeded();
  await section.locator('.flickity-enabled').waitFor();
  return section;
}

/** The texts of the items that are seen whole, from left to right, whatever drew them. */
const seen = (page: Page, name: string) =>
  carousel(page, name).evaluate(async (section) => {
    // Under reduced motion every change is a transition of 0.01 ms.
    await Promise.all(section.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const frame = section.getBoundingClientRect();
    return [...section.querySelectorAll('[role=group]')]
      .map((item) => ({ text: item.textContent, box: item.getBoundingClientRect() }))
      .filter(({ box }) => box.left >= frame.left - 1 && box.right <= frame.right + 1)
      .sort((one, other) => one.box.left - other.box.left)
      .map(({ text }) => text);
  });

test('the library is asked for only when a carousel comes near', async (t) => {
  const { page, requested } = await site.visit(t);
  const engines = () => requested.filter((path) => path.includes('carousel-engine'));
  await page.waitForLoadState('networkidle');
  assert.deepEqual(engines(), []);
  await start(page, 'Dishes');
  assert.equal(engines().length, 1);
});

for (const [width, dishes, logos] of [
  [400, 1, 2],
  [500, 2, 3],
  [800, 3, 4],
  [1280, 4, 5],
  [1500, 4, 6],
] as const) {
  test(`at ${width}px it shows ${dishes} items and ${logos} logos, with and without JavaScript`, async (t) => {
    const plain = await site.visit(t, { width, javaScriptEnabled: false });
    const live = await site.visit(t, { width, reducedMotion: 'reduce' });
    await start(live.page, 'Dishes');
    await start(live.page, 'Houses');
    for (const { page } of [plain, live]) {
      assert.equal((await seen(page, 'Dishes')).length, dishes);
      assert.equal((await seen(page, 'Houses')).length, logos);
    }
  });
}

test('nothing that is seen moves when the library takes the row over', async (t) => {
  const library = Promise.withResolvers<void>();
  const { page } = await site.visit(t, {
    reducedMotion: 'reduce',
    prepare: (page) =>
      page.route('**/carousel-engine*', async (route) => {
        await library.promise;
        await route.continue();
      }),
  });
  const boxes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#between, #below, section > *, [role=group]')]
        .map((element) => element.getBoundingClientRect())
        .filter(({ left, right }) => left >= -1 && right <= innerWidth + 1)
        .map(({ left, top, width, height }) => [left, top, width, height]),
    );
  await carousel(page, 'Houses').scrollIntoViewIfNeeded();
  const atFirst = await boxes();
  assert.ok(atFirst.length > 12);
  library.resolve();
  await start(page, 'Dishes');
  await start(page, 'Houses');
  const now = await boxes();
  assert.equal(now.length, atFirst.length);
  // Flickity rounds to a hundredth of a percent.
  const moved = now.filter((box, index) =>
    box.some((at, side) => Math.abs(at - Number(atFirst[index]?.[side])) > 0.5),
  );
  assert.deepEqual(moved, []);
  const shifts = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    // Whatever it saw before this is delivered at once, or, if there is nothing, in the next frames.
    new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
      type: 'layout-shift',
      buffered: true,
    });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100, 0)));
    return promise;
  });
  assert.equal(shifts, 0, 'the browser counted a layout shift');
});

test('a step takes 700 ms', async (t) => {
  const { page } = await site.visit(t);
  const dishes = await start(page, 'Dishes');
  await dishes.getByRole('button', { name: 'Pause' }).click();
  const took = await dishes.evaluate(async (section) => {
    const slider = section.querySelector('.flickity-slider') as HTMLElement;
    const place = () => new DOMMatrix(getComputedStyle(slider).transform).e;
    const frame = () => new Promise(requestAnimationFrame);
    const from = place();
    section.querySelector<HTMLElement>('[aria-label="Next"]')?.click();
    const started = performance.now();
    let last = { at: started, place: from };
    const width = section.getBoundingClientRect().width / 4;
    while (Math.abs(place() - from) < width || performance.now() - last.at < 150) {
      await frame();
      if (place() !== last.place) last = { at: performance.now(), place: place() };
      if (performance.now() - started > 5000) throw new Error('The row never came to rest');
    }
    return last.at - started;
  });
  assert.ok(took > 640 && took < 800, `${took} ms`);
  assert.deepEqual((await seen(page, 'Dishes'))[0], 'Suya');
});

test('it moves on by itself every 4000 ms, until it is paused', async (t) => {
  const { page } = await site.visit(t, { clock: true });
  const dishes = await start(page, 'Dishes');
  await page.clock.runFor(3000);
  assert.equal((await seen(page, 'Dishes'))[0], 'Jollof');
  await page.clock.runFor(2500);
  assert.equal((await seen(page, 'Dishes'))[0], 'Suya');
  await dishes.getByRole('button', { name: 'Pause' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  assert.equal((await seen(page, 'Dishes'))[0], 'Suya');
});

test('after the last items the row winds back to the first', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  const dishes = await start(page, 'Dishes');
  const next = dishes.getByRole('button', { name: 'Next' });
  for (let step = 0; step < 4; step += 1) await next.click();
  assert.deepEqual(await seen(page, 'Dishes'), ['Egusi', 'Ofada', 'Puff-puff', 'Chin chin']);
  await next.click();
  assert.equal((await seen(page, 'Dishes'))[0], 'Jollof');
});

test('the logos go round without an end, and move only when asked', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  const houses = await start(page, 'Houses');
  assert.equal(await houses.getByRole('button', { name: 'Pause' }).count(), 0);
  await houses.getByRole('button', { name: 'Previous' }).click();
  assert.deepEqual(await seen(page, 'Houses'), ['Mill', 'Bakery', 'Buka', 'Catering', 'Coffee']);
});

test('arrow keys step, and items out of sight cannot be reached with Tab', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  const dishes = await start(page, 'Dishes');
  await dishes.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal((await seen(page, 'Dishes'))[0], 'Suya');
  const reached: (string | null)[] = [];
  for (let presses = 0; presses < 5; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    reached.push(await page.evaluate(() => document.activeElement?.textContent ?? null));
  }
  assert.deepEqual(reached.slice(1), ['Egusi', 'Akara', 'Moi moi', 'Suya']);
  const hiddenButSeen = await dishes.locator('[aria-hidden=true][role=group]').count();
  assert.equal(hiddenButSeen, 0);
});

test('a drag moves the row and does not follow the link under it', async (t) => {
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

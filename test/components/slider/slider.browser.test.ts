import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadImages } from '../../support/browser.ts';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

loadImages();

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('slider.fixture.tsx', import.meta.url));
});

const bakery = 'text=About Bakery';

test('a paused slider does not change until it is resumed', async (t) => {
  const { page } = await site.visit(t, { clock: true });
  const slider = page.locator('[aria-label="Our houses"]');
  const first = slider.locator('[role=group]').first();
  await slider.getByRole('button', { name: 'Pause the slides' }).click();
  await page.mouse.move(0, 790);
  await page.clock.runFor(30_000);
  assert.equal(await first.getAttribute('data-current'), 'true');
  await slider.getByRole('button', { name: 'Play the slides' }).click();
  await page.mouse.move(0, 790);
  await page.clock.runFor(5100);
  assert.equal(await first.getAttribute('data-current'), null);
});

test('it does not change in a hidden tab, and is shown for its whole time after that', async (t) => {
  const { page } = await site.visit(t, { clock: true });
  const first = page.locator('[aria-label="Our houses"] [role=group]').first();
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, hidden);
  await page.clock.runFor(4000);
  await setHidden(true);
  await page.clock.runFor(30_000);
  assert.equal(await first.getAttribute('data-current'), 'true');
  await setHidden(false);
  await page.clock.runFor(4900);
  assert.equal(await first.getAttribute('data-current'), 'true');
  await page.clock.runFor(200);
  assert.equal(await first.getAttribute('data-current'), null);
});

test('it does not change while the pointer is over it', async (t) => {
  const { page } = await site.visit(t, { clock: true });
  const slider = page.locator('[aria-label="Our houses"]');
  await slider.hover();
  await page.clock.runFor(20_000);
  assert.equal(await slider.locator('[role=group]').first().getAttribute('data-current'), 'true');
});

test('the keyboard does not reach a hidden slide', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'About Bakery');
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  assert.equal(focused, 'Slide 1 of 2');
});

test('without JavaScript the first slide is visible without controls; with it nothing below moves', async (t) => {
  const still = await site.visit(t, { javaScriptEnabled: false });
  assert.ok(await still.page.locator(bakery).isVisible());
  assert.equal(await still.page.getByRole('button').count(), 0);

  const live = await site.visit(t, { clock: true });
  const top = () => live.page.locator('#below').evaluate((p) => p.getBoundingClientRect().top);
  const atFirst = await top();
  await live.page.clock.runFor(5100);
  assert.equal(await top(), atFirst);
});

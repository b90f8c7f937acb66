import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ComponentSite, openComponent } from '../support/component-page.ts';

let site: ComponentSite;
before(async () => {
  site = await openComponent(new URL('typewriter.fixture.tsx', import.meta.url));
});

const text = 'Bread at four. Suya at dusk.';
const pieces = (page: Page) => page.locator('h1 span').count();
const layout = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return [box('h1')?.height, box('#below')?.top];
  });

test('the whole headline is in the HTML', () => {
  const content = site.bundle.html.replace(/<[^>]*>/g, '');
  assert.ok(content.includes(text));
});

test('its characters appear at intervals of 100 ms', async (t) => {
  // Until the script arrives the headline stays in pieces, however slow the machine is.
  const { page } = await site.visit(t, {
    prepare: (page) => page.route('**/*.js', (route) => route.abort()),
    allowConsole: ['ERR_FAILED'],
  });
  const delays = await page
    .locator('h1 span:not(:has(span))')
    .evaluateAll((spans) =>
      spans.map((span) =>
        Math.round(Number.parseFloat(getComputedStyle(span).animationDelay) * 1000),
      ),
    );
  const expected = Array.from(text, (_, index) => index * 100);
  assert.deepEqual(delays, expected);
  await page.emulateMedia({ media: 'print' });
  const running = await page.evaluate(
    () => document.querySelector('h1')?.getAnimations({ subtree: true }).length,
  );
  assert.equal(running, 0, 'on paper all of them are there');
});

test('a complete headline is one text node, and nothing has moved', async (t) => {
  const { page } = await site.visit(t);
  const atFirst = await layout(page);
  assert.ok((await pieces(page)) > text.length);
  await page.waitForFunction(() => document.querySelectorAll('h1 span').length === 1);
  assert.equal(await page.locator('h1').textContent(), text);
  assert.deepEqual(await layout(page), atFirst);
});

test('any key completes the headline at once', async (t) => {
  const { page } = await site.visit(t);
  const left = () =>
    page.evaluate(() => document.querySelector('h1')?.getAnimations({ subtree: true }).length);
  // The first key may be pressed before hydration.
  while ((await pieces(page)) > 1) {
    assert.ok(((await left()) ?? 0) > 5, 'the headline was complete before a key press');
    await page.keyboard.press('Shift');
  }
});

test('under reduced motion, and without JavaScript, the headline is complete', async (t) => {
  const { page } = await site.visit(t, { reducedMotion: 'reduce' });
  await page.waitForFunction(() => document.querySelectorAll('h1 span').length === 1);
  const plain = await site.visit(t, { javaScriptEnabled: false });
  const hidden = await plain.page
    .locator('h1 span')
    .evaluateAll((spans) => spans.filter((span) => getComputedStyle(span).opacity !== '1').length);
  assert.equal(hidden, 0);
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { slideAfter, sliderTimes } from '#src/components/slider/slider-rules.ts';

test('the home hero changes every 5000 ms and a page hero every 6000 ms', () => {
  assert.equal(sliderTimes.home.intervalMs, 5000);
  assert.equal(sliderTimes.page.intervalMs, 6000);
});

test('the style sheet fades for as long as the rule says', async () => {
  const css = await readFile(
    new URL('../../../src/components/slider/slider.module.css', import.meta.url),
    'utf8',
  );
  const fades = [...css.matchAll(/opacity (\d+)ms/g)].map(([, ms]) => Number(ms));
  assert.deepEqual(fades, [sliderTimes.home.fadeMs, sliderTimes.page.fadeMs]);
  assert.equal(sliderTimes.home.fadeMs, 1000);
});

test('after the last slide comes the first', () => {
  assert.deepEqual(
    [0, 1, 2].map((current) => slideAfter(current, 3)),
    [1, 2, 0],
  );
  assert.equal(slideAfter(0, 0), 0);
});

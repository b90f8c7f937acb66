import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

const site = sampleSite();

const PARAGRAPH =
  'We open the ovens at four, and the first loaves are on the shelf by six; you will shape dough, keep the prove honest and teach the two juniors beside you. Pay is monthly, meals are on the house, and Sundays are yours.';

/** The sizes and weights of each web font, and its fallback font. */
const PAIRS = [
  { font: 'Instrument Sans', fallback: 'Instrument Sans Fallback', size: 17, weight: 400 },
  { font: 'Instrument Sans', fallback: 'Instrument Sans Fallback', size: 17, weight: 600 },
  { font: 'Fraunces', fallback: 'Fraunces Role Fallback', size: 25, weight: 500 },
  { font: 'Fraunces', fallback: 'Fraunces Display Fallback', size: 55, weight: 450 },
  { font: 'Fraunces Italic', fallback: 'Fraunces Italic Fallback', size: 20, weight: 400 },
];

for (const { font, fallback, size, weight } of PAIRS) {
  test(`text at ${size} px and weight ${weight} is as wide in ${fallback} as in ${font}, within 2 %`, async (t) => {
    const page = await visitor(t);
    await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
    const [webWidth = 0, fallbackWidth = 0] = await page.evaluate(
      async ({ families, size, weight, text }) => {
        const measured: { width: number; height: number }[] = [];
        for (const family of families) {
          const style = `${weight} ${size}px "${family}"`;
          const faces = await document.fonts.load(style, text);
          if (faces.length === 0) throw new Error(`no face for ${style}`);
          const span = document.createElement('span');
          span.style.cssText = `font: ${style}; white-space: nowrap; position: absolute; line-height: normal`;
          span.textContent = text;
          document.body.append(span);
          measured.push({ width: span.offsetWidth, height: span.offsetHeight });
          span.remove();
        }
        const [first, second] = measured;
        if (first && second && Math.abs(first.height - second.height) > 1)
          throw new Error(`lines are ${first.height} and ${second.height} px high`);
        return measured.map(({ width }) => width);
      },
      { families: [font, fallback], size, weight, text: PARAGRAPH },
    );
    const off = Math.abs(fallbackWidth / webWidth - 1);
    assert.ok(
      off < 0.02,
      `${fallbackWidth} px for ${webWidth} px: ${(off * 100).toFixed(1)} % off`,
    );
  });
}

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

test('text is as wide in each fallback as in its web font, within 2 %, and the naira sign has the weight of the letters', async (t) => {
  const page = await visitor(t, { webFonts: true });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  for (const { font, fallback, size, weight } of PAIRS) {
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
      `${fallback} ${size} px, ${weight}: ${fallbackWidth} px for ${webWidth} px: ${(off * 100).toFixed(1)} % off`,
    );
  }

  for (const weight of [400, 600, 700]) {
    const [naira = 0, letter = 0] = await page.evaluate(async (weight) => {
      const style = `${weight} 200px "Instrument Sans"`;
      await document.fonts.load(style, '₦1');
      // The width of the first stem, in pixels, near the foot of a character: below the bars of the sign.
      return ['₦', 'N'].map((character) => {
        const context = new OffscreenCanvas(400, 300).getContext('2d');
        if (!context) throw new Error('no canvas');
        context.font = style;
        context.fillText(character, 50, 200);
        const row = context.getImageData(0, 190, 400, 1).data;
        const dark = Array.from({ length: 400 }, (_, x) => (row[x * 4 + 3] ?? 0) > 127);
        const start = dark.indexOf(true);
        return dark.indexOf(false, start) - start;
      });
    }, weight);
    assert.ok(letter > 10, `${letter}`);
    assert.ok(Math.abs(naira / letter - 1) < 0.1, `${weight}: ${naira} px beside ${letter} px`);
  }
});

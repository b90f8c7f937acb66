import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';
import { root } from '#test/support/site.ts';

const site = sampleSite();

const openings: readonly { readonly role_name: string; readonly jobdescription: string }[] =
  globSync(`${root}fixtures/{openings,import}/*.json`).flatMap((file) =>
    JSON.parse(readFileSync(file, 'utf8')),
  );
const roles = openings.map(({ role_name }) => role_name);
const sentences = openings
  .flatMap(({ jobdescription }) => [...jobdescription.matchAll(/[^<>\n]{20,}/g)])
  .map(([text]) => text);

/** The sizes and weights of each web font, its fallback font, and texts that have them. */
const PAIRS = [
  ...[400, 500, 600, 700].map((weight) => ({
    font: 'Instrument Sans',
    fallback: 'Instrument Sans Fallback',
    size: 17,
    weight,
    texts: sentences,
  })),
  { font: 'Fraunces', fallback: 'Fraunces Role Fallback', size: 20, weight: 500, texts: roles },
  { font: 'Fraunces', fallback: 'Fraunces Display Fallback', size: 55, weight: 450, texts: roles },
  {
    font: 'Fraunces Italic',
    fallback: 'Fraunces Italic Fallback',
    size: 20,
    weight: 400,
    texts: sentences,
  },
];

test('text is as wide in each fallback as in its web font, within 0.5 %, and the naira sign has the weight of the letters', async (t) => {
  const page = await visitor(t, { webFonts: true });
  await page.goto(`${site.origin}/feedback`, { waitUntil: 'networkidle' });
  for (const { font, fallback, size, weight, texts } of PAIRS) {
    const [webWidth = 0, fallbackWidth = 0] = await page.evaluate(
      async ({ families, size, weight, texts }) => {
        const measured: { width: number; height: number }[] = [];
        for (const family of families) {
          const style = `${weight} ${size}px "${family}"`;
          const faces = await document.fonts.load(style);
          if (faces.length === 0) throw new Error(`no face for ${style}`);
          const lines = document.createElement('div');
          lines.style.cssText = `font: ${style}; white-space: pre; position: absolute; line-height: normal`;
          lines.append(
            ...texts.map((text) => {
              const line = document.createElement('span');
              line.style.display = 'block';
              line.style.inlineSize = 'max-content';
              line.textContent = text;
              return line;
            }),
          );
          document.body.append(lines);
          const boxes = Array.from(lines.children, (line) => line.getBoundingClientRect());
          measured.push({
            width: boxes.reduce((sum, { width }) => sum + width, 0),
            height: boxes[0]?.height ?? 0,
          });
          lines.remove();
        }
        const [first, second] = measured;
        if (first && second && Math.abs(first.height - second.height) > 1)
          throw new Error(`lines are ${first.height} and ${second.height} px high`);
        return measured.map(({ width }) => width);
      },
      { families: [font, fallback], size, weight, texts },
    );
    const off = Math.abs(fallbackWidth / webWidth - 1);
    assert.ok(
      off < 0.005,
      `${fallback} ${size} px, ${weight}: ${fallbackWidth} px for ${webWidth} px: ${(off * 100).toFixed(2)} % off`,
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

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { AxeResults } from 'axe-core';
import { loadImages, visitor } from '#test/support/browser.ts';
import { sampleSite } from '#test/support/shared-sites.ts';

loadImages();

const site = sampleSite();

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const VIEWS = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const;

for (const path of ['/', '/application/101', '/contact', '/feedback']) {
  for (const { width, colorScheme } of VIEWS) {
    test(`axe finds no violation on ${path}, ${width} px wide and ${colorScheme}`, async (t) => {
      const page = await visitor(t, {
        viewport: { width, height: 900 },
        colorScheme,
        // Without motion, so that colors are measured in their final state.
        reducedMotion: 'reduce',
        // The site's policy would block axe.
        bypassCSP: true,
        allowConsole: ['tile.openstreetmap.org'],
      });
      await page.goto(site.origin + path, { waitUntil: 'networkidle' });
      await page.evaluate(axe);
      const { violations } = (await page.evaluate(
        "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
      )) as AxeResults;
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        [],
      );
    });

    test(`${path} does not scroll horizontally at ${width === 360 ? 320 : width} px, ${colorScheme}`, async (t) => {
      const wide = width === 360 ? 320 : width;
      const page = await visitor(t, {
        viewport: { width: wide, height: 800 },
        colorScheme,
        allowConsole: ['tile.openstreetmap.org'],
      });
      await page.goto(site.origin + path, { waitUntil: 'networkidle' });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), wide);
    });
  }
}

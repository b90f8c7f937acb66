import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contrast } from '#src/styles/color-math.ts';
import { readSkins } from './contrast.ts';

const styles = join(import.meta.dirname, '../../src');
const stylesheet = (name: string) => readFileSync(join(styles, 'styles', name), 'utf8');
const [tokens = ''] = stylesheet('tokens.css').split('@media', 1);
const skins = readSkins(tokens + stylesheet('palettes.css'));

/** Text colors and their backgrounds: 4.5:1, WCAG 1.4.3. */
const TEXT: Record<string, readonly string[]> = {
  'on-paper': [
    'paper',
    'success-wash',
    'danger-wash',
    'wash',
    'illustration-1',
    'illustration-2',
    'illustration-3',
    'illustration-4',
  ],
  'on-surface': ['surface'],
  'on-wash': ['wash'],
  muted: ['paper', 'surface', 'wash'],
  accent: ['paper', 'surface', 'wash'],
  'accent-strong': ['paper', 'surface', 'wash'],
  'on-accent': ['accent', 'accent-strong'],
  success: ['paper', 'surface', 'success-wash'],
  danger: ['paper', 'surface', 'danger-wash'],
  'on-table': ['table'],
  'on-table-muted': ['table'],
  'on-table-accent': ['table'],
};

/** Edges of controls and the focus ring, and adjacent colors: 3:1, WCAG 1.4.11. */
const SHAPES: Record<string, readonly string[]> = {
  edge: ['paper', 'surface'],
  focus: ['paper', 'surface', 'wash'],
  'on-table': ['table'],
};

test('the stylesheets have the four skins', () =>
  assert.deepEqual([...skins.keys()].sort(), ['basil', 'beet', 'clay', 'turmeric']));

for (const [skin, schemes] of skins) {
  for (const scheme of ['light', 'dark'] as const) {
    const colors = schemes[scheme];
    const failures = (pairs: Record<string, readonly string[]>, least: number) =>
      Object.entries(pairs).flatMap(([front, backgrounds]) =>
        backgrounds.flatMap((background) => {
          const [one, other] = [colors.get(front), colors.get(background)];
          assert.ok(one, `no color for --${front}`);
          assert.ok(other, `no color for --${background}`);
          const ratio = contrast(one, other);
          return ratio < least ? [`--${front} on --${background}: ${ratio.toFixed(2)}`] : [];
        }),
      );

    test(`text in ${skin}, ${scheme}, has a contrast of 4.5:1 on each of its backgrounds`, () =>
      assert.deepEqual(failures(TEXT, 4.5), []));

    test(`edges and the focus ring in ${skin}, ${scheme}, have a contrast of 3:1`, () =>
      assert.deepEqual(failures(SHAPES, 3), []));
  }
}

test('contrast is 21 for black on white and 1 for a color on itself', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#9a3b16', '#9a3b16'), 1);
});

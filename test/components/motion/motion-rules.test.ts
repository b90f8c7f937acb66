import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  characterGroups,
  easedProgress,
  groupSize,
  parallaxOffset,
} from '#src/components/motion/motion-rules.ts';

const stylesheet = (path: string) =>
  readFileSync(join(import.meta.dirname, '../../../src/components', path), 'utf8');

test('a headline is split into grapheme clusters without loss', () => {
  const text = 'Ọ̀rẹ́ mi, ẹ káàbọ̀ sí ilé 👩🏾‍🍳!';
  const groups = characterGroups(text);
  assert.equal(groups.flat().join(''), text);
  assert.equal(groups[0]?.[0], 'Ọ̀');
  assert.ok(groups.flat().includes('👩🏾‍🍳'));
  assert.ok(groups.slice(0, -1).every((group) => group.length === groupSize));
});

test('the typewriter stylesheet has a position for each character of a group', () => {
  const css = stylesheet('typewriter/typewriter.module.css');
  assert.match(css, new RegExp(`\\* ${groupSize} \\+ var\\(--position\\)\\)`));
  assert.equal(css.match(/--position: /g)?.length, groupSize);
});

test('a parallax layer lags by 0.3 and has no offset when its section is centered', () => {
  assert.equal(parallaxOffset({ top: 200, height: 400 }, 800), 0);
  assert.equal(parallaxOffset({ top: 100, height: 400 }, 800), 30);
  assert.equal(parallaxOffset({ top: 300, height: 400 }, 800), -30);
});

test('an eased motion starts at 0, is half done at half time and ends at exactly 1', () => {
  assert.equal(easedProgress(-5, 700), 0);
  assert.equal(easedProgress(0, 700), 0);
  assert.equal(easedProgress(350, 700), 0.5);
  assert.ok(easedProgress(699, 700) < 1);
  assert.equal(easedProgress(700, 700), 1);
  assert.equal(easedProgress(5000, 700), 1);
});

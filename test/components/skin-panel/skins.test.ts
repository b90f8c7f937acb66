import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { palettes, validChoice } from '#src/domain/model/skins.ts';
import { rootScript } from '#src/framework/head-script.ts';

/** Runs the head script with a storage and returns the attributes that it sets on <html>. */
function attributesFor(storage: { getItem(key: string): string | null }) {
  const set: Record<string, string> = {};
  runInNewContext(rootScript, {
    addEventListener() {},
    localStorage: storage,
    document: {
      documentElement: {
        getAttribute: () => 'clay basil beet',
        setAttribute: (name: string, value: string) => {
          set[name] = value;
        },
      },
    },
  });
  return set;
}
const stored = (values: Record<string, string>) => ({
  getItem: (key: string) => values[key] ?? null,
});

test('the stored choices are set on <html> before the first paint', () =>
  assert.deepEqual(attributesFor(stored({ skin: 'beet', scheme: 'dark' })), {
    'data-skin': 'beet',
    'data-scheme': 'dark',
  }));

test('defaults, invalid values and a disabled storage set nothing on <html>', () => {
  assert.deepEqual(attributesFor(stored({})), {});
  assert.deepEqual(attributesFor(stored({ skin: 'clay', scheme: 'system' })), {});
  assert.deepEqual(attributesFor(stored({ skin: '"><script>', scheme: 'noir' })), {});
  const closed = {
    getItem() {
      throw new Error('SecurityError');
    },
  };
  assert.deepEqual(attributesFor(closed), {});
});

test('a skin that the site does not have sets nothing on <html>', () =>
  assert.deepEqual(attributesFor(stored({ skin: 'turmeric' })), {}));

test('an invalid stored value is replaced by the default', () => {
  assert.equal(validChoice(palettes, 'basil'), 'basil');
  assert.equal(validChoice(palettes, 'paprika'), 'clay');
  assert.equal(validChoice(palettes, undefined), 'clay');
});

test('every palette except the first has its colors in palettes.css', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../src/styles/palettes.css'), 'utf8');
  const withColors = [...css.matchAll(/data-skin="([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(withColors, palettes.slice(1));
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = (path: string) =>
  readFileSync(join(import.meta.dirname, '../../src', path), 'utf8').replaceAll(
    /\\u([0-9a-f]{4})/g,
    (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)),
  );
const rules = source('styles/fonts.css').split('@font-face');

/** Returns the first and last code points of the ranges for which the font file loads. */
function rangesOf(file: string): readonly (readonly [number, number])[] {
  const rule = rules.find((one) => one.includes(`/${file}.woff2`));
  assert.ok(rule, file);
  const ranges = Array.from(
    rule.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g),
    ([, first = '', last = first]) =>
      [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
  );
  assert.ok(ranges.length > 0, file);
  return ranges;
}

// A font that is not listed for the head script arrives later, and each one lays out the whole page once more.
for (const font of ['fraunces-latin', 'instrument-sans-latin'])
  test(`${font} has every letter of the English and the French texts`, () => {
    const ranges = rangesOf(font);
    for (const path of [
      ...['texts/en.ts', 'texts/fr.ts'],
      ...['../fixtures/company/site.yaml', '../fixtures/company/site.fr.yaml'],
    ]) {
      const others = [...new Set(source(path))].filter((character) => {
        const code = character.codePointAt(0) ?? 0;
        return character !== '\n' && !ranges.some(([first, last]) => first <= code && code <= last);
      });
      assert.deepEqual(others, [], path);
    }
  });

for (const font of ['fraunces', 'instrument-sans'])
  test(`no character is in two files of ${font}`, () => {
    const ranges = [`${font}-latin`, `${font}-latin-more`, `${font}-west-africa`]
      .flatMap(rangesOf)
      .sort(([one], [other]) => one - other);
    for (const [index, [first]] of ranges.entries())
      assert.ok(index === 0 || first > (ranges[index - 1]?.[1] ?? 0), `U+${first.toString(16)}`);
  });

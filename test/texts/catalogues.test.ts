import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '#src/language/server.ts';
import { en } from '#src/texts/en.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the leaves of a catalogue by their paths. The forms of a plural are one leaf: they have the same
 * placeholders.
 */
function leaves(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, `${path}.${key}`));
}

const placeholders = (text: string): string[] =>
  [...new Set(text.match(/\{\w+\}|%\w+%/g))].toSorted();

const english = new Map(leaves(en));
const others = languages.slice(1).map(({ texts }) => texts);

for (const texts of others) {
  const { tag } = texts.language;
  test(`${tag} has the placeholders of English`, () => {
    for (const [path, text] of leaves(texts)) {
      // A language may have more plural forms than English, and a form for one may spell the number out.
      const of = english.get(path) ?? english.get(path.replace(/\.\w+$/, '.other')) ?? '';
      const allowed = placeholders(of);
      const own = placeholders(text);
      const isOne = /\.(?:zero|one|two)$/.test(path);
      if (isOne)
        assert.ok(
          own.every((name) => allowed.includes(name)),
          path,
        );
      else assert.deepEqual(own, allowed, `${path}: ${text}`);
    }
  });

  test(`${tag} has no text that is still English`, () => {
    const same = leaves(texts).filter(
      // One word may be the same in both.
      ([path, text]) =>
        (text.replace(/\{\w+\}/g, '').match(/\p{L}{3,}/gu) ?? []).length > 1 &&
        english.get(path) === text,
    );
    assert.deepEqual(same, []);
  });
}

test('French has no-break spaces at its signs, the typographic apostrophe, and no straight quotes', () => {
  const french = languages.find(({ texts }) => texts.language.tag === 'fr');
  for (const [path, text] of leaves(french?.texts)) {
    assert.doesNotMatch(text, / [:;?!»]|« |[^\s\u00a0\d/][?!](?!\w)/, path);
    assert.doesNotMatch(text, /\p{L}'\p{L}/u, path);
    // No line ends in 'e-'.
    assert.doesNotMatch(text, /\be-mail/, path);
  }
});

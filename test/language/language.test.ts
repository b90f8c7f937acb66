import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { language, texts } from '#language';
import { contactHref, listHref, openingHref } from '#src/addresses.ts';
import {
  compareTexts,
  fill,
  fillElements,
  formatList,
  formatNumber,
  oncePerLanguage,
  plural,
} from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import { languages, runInLanguage, splitLanguage } from '#src/language/server.ts';
import type { PluralText } from '#src/texts/catalogue.ts';

const inFrench = <Result>(call: () => Result): Result => runInLanguage('fr', call);
const assertFrench = <Result>(call: () => Result, expected: Result) =>
  assert.deepEqual(inFrench(call), expected);

test('a path is split into its language and the path of the table of routes', () => {
  const cases: [address: string, tag: string, path: string][] = [
    ['/', 'en', '/'],
    ['/contact', 'en', '/contact'],
    ['/fr', 'fr', '/'],
    ['/fr/', 'fr', '/'],
    ['/fr?q=a', 'fr', '/?q=a'],
    ['/fr#openings', 'fr', '/#openings'],
    ['/fr/contact?a=/fr', 'fr', '/contact?a=/fr'],
    ['/france', 'en', '/france'],
    ['/FR', 'fr', '/'],
    ['/fr-CA/contact?q=a', 'fr', '/contact?q=a'],
    ['/fr_CA', 'en', '/fr_CA'],
    ['/de/contact', 'en', '/de/contact'],
    ['/en/contact', 'en', '/contact'],
    ['', 'en', ''],
  ];
  for (const [address, tag, path] of cases) {
    const split = splitLanguage(address);
    assert.equal(split.language.tag, tag, address);
    assert.equal(split.path, path, address);
  }
});

test('an address in a language is split into this language and the same path', () => {
  const path = fc
    .tuple(
      fc.constantFrom('', 'contact', 'application/1', 'fr', 'a%20b'),
      fc.constantFrom('', '?q=x', '#a'),
    )
    .map(([name, rest]) => `/${name}${rest}`);
  fc.assert(
    fc.property(path, fc.constantFrom(...languages), (path, chosen) => {
      fc.pre(chosen.prefix !== '' || !path.startsWith('/fr'));
      const split = splitLanguage(inLanguage(path, chosen));
      assert.equal(split.language.tag, chosen.tag);
      assert.equal(split.path, path);
    }),
  );
});

test('addresses have the prefix of the current language', () => {
  assert.equal(listHref(), '/#openings');
  assertFrench(
    () => [listHref(), contactHref(), openingHref('a/b')],
    ['/fr#openings', '/fr/contact', '/fr/application/a%2Fb'],
  );
});

test('calls at the same time keep their languages', async () => {
  const read = async (tag: string) =>
    runInLanguage(tag, async () => {
      await setImmediate();
      return [language().tag, texts().form.messages.required];
    });
  const [english, french, unknown] = await Promise.all(['en', 'fr', 'xx'].map(read));
  assert.deepEqual(english, ['en', 'This field is required.']);
  assert.deepEqual(french, ['fr', 'Ce champ est obligatoire.']);
  assert.deepEqual(unknown, english);
});

test('a value is created once for each language', () => {
  let created = 0;
  const value = oncePerLanguage(() => {
    created += 1;
    return language().tag;
  });
  assert.deepEqual([value(), inFrench(value), value(), inFrench(value)], ['en', 'fr', 'en', 'fr']);
  assert.equal(created, 2);
});

test('plurals, numbers, lists and orders are those of the language', () => {
  const forms: PluralText<'count'> = { one: '{count} offre', other: '{count} offres' };
  const english: PluralText<'count'> = { one: '{count} opening', other: '{count} openings' };
  const inWords = [0, 1, 2, 12_000].map((count) => inFrench(() => plural(forms, count)));
  assert.deepEqual(inWords, ['0 offre', '1 offre', '2 offres', '12\u202f000 offres']);
  const englishWords = [0, 1, 12_000].map((count) => plural(english, count));
  assert.deepEqual(englishWords, ['0 openings', '1 opening', '12,000 openings']);
  assert.equal(formatNumber(1500), '1,500');
  assert.equal(formatList(['Lagos', 'Kano', 'Abuja']), 'Lagos, Kano, Abuja');
  assertFrench(() => formatList(['Lagos', 'Kano']), 'Lagos et Kano');
  assertFrench(() => ['zobo', 'été', 'eau'].toSorted(compareTexts), ['eau', 'été', 'zobo']);
});

test('placeholders are replaced by values or elements', () => {
  assert.equal(fill('{name} of {count}' as const, { name: 'A', count: 2 }), 'A of 2');
  const nodes = fillElements('See {link}, please.' as const, {
    link: createElement('a', {}, 'this'),
  });
  assert.equal(
    renderToStaticMarkup(createElement(Fragment, {}, nodes)),
    'See <a>this</a>, please.',
  );
});

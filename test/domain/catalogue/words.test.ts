import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryParts } from '#src/domain/catalogue/query.ts';
import { foldForSearch, singularOf, stemOf } from '#src/domain/catalogue/words.ts';

test('each letter that people type otherwise is found by the other letters', () => {
  assert.equal(foldForSearch('ßæœøđðħıłþɓɗƙƴ'), 'ssaeoeoddhilthbdky');
  assert.equal(foldForSearch('ÆŒØĐÐĦŁÞƁƊƘƳ'), 'aeoeoddhlthbdky');
});

test('accents, case and NUL make no difference', () => {
  // The lower case of İ has a combining dot.
  for (const text of ['Ìbàdàn', 'IBADAN', 'I\u0300ba\u0300da\u0300n', '\u0130badan', 'i\0badan'])
    assert.equal(foldForSearch(text), 'ibadan', text);
  // The lower case of ϓ is decomposed.
  assert.equal(foldForSearch('\u03d3'), foldForSearch('\u03c5'));
});

test('a word has letters and digits, and counts once', () => {
  const words = (q: string) => queryParts(q).map((part) => part.words.join(' '));
  assert.deepEqual(words('  Chef, "sous-chef" & 2nd-cook\0 cook'), [
    'chef',
    'sous chef',
    '2nd',
    'cook',
  ]);
  assert.deepEqual(words(' - "" '), []);
});

for (const [text, folded] of [
  ['H.A.C.C.P.', 'haccp'],
  ['HACCP', 'haccp'],
  ['R&D', 'rd'],
  ['R & D', 'rd'],
  ['F&B manager', 'fb manager'],
  ['Food & beverage', 'food beverage'],
  ['A/C', 'ac'],
  ['24/7', '247'],
  ['2024/2025', '2024 2025'],
  ['C++ and C#', 'cplusplus and csharp'],
  ['x++y', 'x y'],
  ['B.Sc. or Ph.D', 'bsc or phd'],
  ['É.N.A.', 'ena'],
  ['the driver’s licence', 'the driver licence'],
  ["d'hôtel", 'd hotel'],
  ['ʼyanci', 'yanci'],
  ['part-time', 'part time'],
  ['so\u00adft hy\u00adphen', 'soft hyphen'],
  ['ﬁne ½ ŉ', 'fine 1 2 n'],
] as const)
  test(`'${text}' is folded to '${folded}'`, () => assert.equal(foldForSearch(text), folded));

for (const part of ['a&', 'a.', 'a/', '1/', 'a+', 'a\u0301', 'a’s', '\u00ad', 'a & ', 'ab.'])
  test(`a text of 400,000 times '${part}' is read in less than two seconds of processor time`, () => {
    const before = process.threadCpuUsage();
    assert.ok(foldForSearch(`${part.repeat(400_000)}aa`).endsWith('aa'));
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(user + system < 2_000_000);
  });

for (const forms of [
  'baker bakers',
  'pastry pastries',
  'quality qualities',
  'dish dishes',
  'waitress waitresses',
  'tomato tomatoes',
  'cookie cookies',
  'cook cooks cooking cooked',
  'qualify qualified',
  'experience experienced',
  'cuisinier cuisiniers cuisiniere cuisinieres',
  'serveur serveuse serveurs serveuses',
  'directeur directrice',
  'technicien technicienne techniciennes',
  'gateau gateaux',
  'commercial commerciale commerciaux',
  'employe employee employes employees',
  'assistant assistante',
  'apprenti apprentie apprentis',
  'chef cheffe chefs',
])
  test(`'${forms}' are forms of one word`, () =>
    assert.equal(new Set(forms.split(' ').map(stemOf)).size, 1));

for (const [one, other] of [
  ['operator', 'operations'],
  ['manager', 'management'],
  ['gas', 'ga'],
  ['boss', 'bos'],
  ['bus', 'bu'],
  ['care', 'car'],
] as const)
  test(`'${one}' and '${other}' are two words`, () => assert.notEqual(stemOf(one), stemOf(other)));

test('only a plural has another singular', () => {
  for (const [word, singular] of [
    ['bakers', 'baker'],
    ['pastries', 'pastry'],
    ['gateaux', 'gateau'],
    ['cooking', 'cooking'],
    ['glass', 'glass'],
  ] as const)
    assert.equal(singularOf(word), singular);
});

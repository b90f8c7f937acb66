import assert from 'node:assert/strict';
import { test } from 'node:test';
import { singularOf, stemOf } from '#src/domain/catalogue/word-endings.ts';

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

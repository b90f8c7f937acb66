import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { queryParts } from '#src/domain/catalogue/query.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { catalogueOf, plainOpening } from '#test/support/catalogue.ts';
import { codePoint } from '#test/support/code-point.ts';

const openings = [
  ['Head Baker', '1', 'Sourdough', 'Lagos'],
  ['Bakery Counter Assistant', '1', 'Arithmetic', 'Kano'],
  ['Barista', '2', 'Latte art', 'Port Harcourt'],
  ['Pastry Chef', '2', 'Lamination', 'Ìbàdàn'],
  ['Waitress', '2', '', 'Abuja'],
].map(
  ([role_name, company_id, requiredskill, city], id): Opening =>
    plainOpening({ id, role_name, company_id, requiredskill, locations: [{ city }] }),
);
/** As the site does: the openings of the words, or else of the words without typing errors. */
async function searchIn(all: readonly Opening[], q: string, company_id = '') {
  const asked = readSearch({ company_id, q });
  const { openings, related, corrected = q } = await catalogueOf(all).ask(asked);
  const found = [...openings, ...related];
  return found.length === 0 ? undefined : { q: corrected, openings: found };
}
const find = async (q: string, company?: string) => {
  const result = await searchIn(openings, q, company);
  return result && [result.q, ...result.openings.map(({ role_name }) => role_name)];
};

for (const [q, expected] of [
  ['bakr', ['baker', 'Head Baker']],
  ['bakre', ['baker', 'Head Baker']],
  ['chfe', ['chef', 'Pastry Chef']],
  ['barrista', ['barista', 'Barista']],
  ['hed baker', ['head baker', 'Head Baker']],
  ['haed baker', ['head baker', 'Head Baker']],
  ['sourdoguh', ['sourdough', 'Head Baker']],
  ['ibdan', ['ìbàdàn', 'Pastry Chef']],
  ['lag', ['lag', 'Head Baker']],
  ['lgo', undefined],
  ['lgos', ['lagos', 'Head Baker']],
  // Two letters may be wrong from eight letters on.
  ['baxisxa', undefined],
  ['wxitrexs', ['waitress', 'Waitress']],
  ['wxitxexs', undefined],
  ['sushi', undefined],
  ['🥐 "', undefined],
] as const)
  test(`the query '${q}' means ${expected ? `'${expected[0]}'` : 'nothing'}`, async () => {
    const found = await find(q);
    assert.deepEqual(found && [found[0], found[1]], expected && [expected[0], expected[1]]);
  });

test('only openings of the company are found', async () => {
  assert.equal(await find('bakr', '2'), undefined);
});

test('openings with another word that is as near are not found', async () => {
  const [first] = openings;
  const bar: Opening = { ...first, id: 'bar', role_name: 'Bar Attendant' } as Opening;
  const found = await searchIn([...openings, bar], 'bakr');
  const other = found?.q === 'baker' ? 'Bar Attendant' : 'Head Baker';
  assert.ok(found?.openings.length && !found.openings.some(({ role_name }) => role_name === other));
});

test('a role with one wrong letter is found, for any role and letter', async () => {
  const words = openings.flatMap(({ role_name }) => role_name.toLowerCase().split(' '));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...words.filter((word) => word.length >= 5)),
      fc.nat(20),
      fc.constantFrom('', 'x', 'q'),
      async (word, position, letter) => {
        const at = position % word.length;
        const found = await find(word.slice(0, at) + letter + word.slice(at + 1));
        assert.ok(found, `${word} with ${letter} at ${at}`);
      },
    ),
  );
});

for (const [q, role_name] of [
  ['head baker', 'Headbaker'],
  ['head bakers lagos', 'Headbaker, Lagos'],
  ['headbakers', 'Head Baker'],
  ['part time', 'Part-time'],
  ['parttime', 'Part-time'],
  ['24-7', 'Open 24/7'],
  ['food & beverage', 'Food and Beverage Manager'],
  ['driver licence', 'Driver’s licence'],
  ['serveuse', 'Serveurs'],
  ['"sous chef"', 'Sous-Chef'],
] as const)
  test(`${q} finds ${role_name}`, async () => {
    const one = { ...openings[0], role_name } as Opening;
    assert.deepEqual((await searchIn([one], q))?.openings, [one]);
  });

test('any text finds the opening that has it as its role, and so does each of its words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: codePoint, minLength: 1, maxLength: 40 }), async (text) => {
      const one = { ...openings[0], role_name: text.replaceAll('"', ' ') } as Opening;
      const words = queryParts(one.role_name).map((part) => part.text);
      for (const q of words.length > 0 ? [one.role_name, ...words] : [])
        assert.deepEqual((await searchIn([one], q))?.openings, [one], q);
    }),
    { numRuns: 100 },
  );
});

test('any text gives a result or none, and no error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: codePoint, maxLength: 300 }), async (q) => {
      await find(q);
    }),
  );
});

for (const [q, expected] of [
  ['cuisinire', 'cuisinière'],
  ['cuisinère à l’hotl', 'cuisinière hôtel'],
  ["une cuisiniére de l'hôtle", 'cuisiniére hôtel'],
  ['the cuisinire', 'cuisinière'],
] as const)
  test(`the typing errors of ${q} are corrected for an opening in French: ${expected}`, async () => {
    const cook = { ...openings[0], role_name: 'Cuisinière d’hôtel', language: 'fr' } as Opening;
    const result = await searchIn([cook], q);
    assert.equal(result?.q, expected);
  });

test('the word itself comes before another form of it, and a phrase has its words in their order', async () => {
  const roles = ['Engineers', 'Engineer', 'night baker, day shop', 'baker night, day shop'];
  const all = roles.map((role_name, id) => plainOpening({ id, role_name }));
  const rolesFor = async (q: string) =>
    (await searchIn(all, q))?.openings.map(({ role_name }) => role_name);
  assert.deepEqual(await rolesFor('engineer'), ['Engineer', 'Engineers']);
  assert.deepEqual(await rolesFor('"night baker" shop'), [roles[2]]);
  assert.deepEqual(await rolesFor('nightbaker'), [roles[2]]);
  assert.equal(await rolesFor('"day baker"'), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { searchIndex } from '#src/domain/catalogue/search-index.ts';
import { parseQuery } from '#src/domain/catalogue/search-query.ts';
import { queryParts } from '#src/domain/catalogue/search-terms.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { codePoint } from '#test/support/code-point.ts';

const openings = [
  ['Head Baker', '1', 'Sourdough', 'Lagos'],
  ['Bakery Counter Assistant', '1', 'Arithmetic', 'Kano'],
  ['Barista', '2', 'Latte art', 'Port Harcourt'],
  ['Pastry Chef', '2', 'Lamination', 'Ìbàdàn'],
  ['Waitress', '2', '', 'Abuja'],
].map(
  ([role_name = '', company_id = '', requiredskill = '', city = ''], id): Opening => ({
    id: String(id),
    role_name,
    company_id,
    company_name: '',
    locations: [{ city }],
    jobdescription: '',
    jobstatus: '',
    requiredskill,
    extra_skill: '',
    questions: [],
  }),
);
type Matches = (opening: Opening) => boolean;
/** As the site does: the openings of the words, or else of the words without typing errors. */
async function searchIn(all: readonly Opening[], q: string, matches: Matches = () => true) {
  const index = await (await searchIndex(all)).withDescriptions();
  const query = parseQuery(q, []);
  const found = index.search(query, matches);
  if (found.length > 0) return { q, openings: found };
  const corrected = index.correct(query, matches);
  if (corrected === undefined) return undefined;
  return { q: corrected, openings: index.search(parseQuery(corrected, []), matches) };
}
const find = async (q: string, company?: string) => {
  const result = await searchIn(
    openings,
    q,
    ({ company_id }) => company === undefined || company_id === company,
  );
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
  ['', undefined],
  ['🥐 "', undefined],
] as const)
  test(`the query '${q}' means ${expected ? `'${expected[0]}'` : 'nothing'}`, async () => {
    const found = await find(q);
    assert.deepEqual(found && [found[0], found[1]], expected && [expected[0], expected[1]]);
  });

test('only openings that match the condition are found', async () => {
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
    const index = await searchIndex([one]);
    assert.deepEqual(
      index.search(parseQuery(q, []), () => true),
      [one],
    );
  });

test('any text finds the opening that has it as its role, and so does each of its words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: codePoint, minLength: 1, maxLength: 40 }), async (text) => {
      const one = { ...openings[0], role_name: text.replaceAll('"', ' ') } as Opening;
      const index = await searchIndex([one]);
      const words = queryParts(one.role_name).map((part) => part.text);
      for (const q of words.length > 0 ? [one.role_name, ...words] : [])
        assert.deepEqual(
          index.search(parseQuery(q, []), () => true),
          [one],
          q,
        );
    }),
    { numRuns: 300 },
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

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { searchTerms } from '#src/domain/catalogue/query.ts';
import { foldForSearch } from '#src/domain/catalogue/words.ts';
import { codePoint } from '#test/support/code-point.ts';
import { beforeTests, closeAtEnd } from '#test/support/shared.ts';
import { type TestHost, testHost } from './support/host.ts';
import { opening } from './support/openings.ts';

async function search(host: TestHost, q: string, company_id = '1'): Promise<string[]> {
  const { httpStatus, body } = await host.call(
    `openings?${new URLSearchParams({ company_id, q })}`,
  );
  assert.deepEqual([httpStatus, body.status], [200, 1], q);
  return body.data.map(({ id }: { id: string }) => id);
}

const menu = [
  opening({
    id: 1,
    role_name: 'Àkàrà Fryer',
    requiredskill: 'Frying',
    extra_skill: 'Pepper',
    jobdescription: '<p>Beans at dawn.</p>',
  }),
  opening({
    id: 2,
    role_name: 'Cook',
    requiredskill: 'Grilling, frying',
    jobdescription: '<p>Suya &amp; chips</p>',
  }),
  opening({
    id: 3,
    role_name: 'Driver',
    requiredskill: 'Licence',
    locations: [{ city: 'Ìbàdàn' }, { city: 'Ọ̀yọ́' }],
    jobdescription: '<p>Take the fryer’s bread round.</p>',
  }),
  opening({
    id: 4,
    role_name: 'C++ Engineer (tills)',
    requiredskill: 'Straße, smørrebrød',
    jobdescription: '<p>Point of sale<b>s</b></p><script>secretword()</script>',
  }),
  opening({
    id: 5,
    company_id: 2,
    company_name: 'Grill',
    role_name: 'Àkàrà Fryer',
    requiredskill: '',
  }),
];

const untilTheEnd = { after: closeAtEnd } as unknown as TestContext;
const onMenu = beforeTests(() => testHost(untilTheEnd, { openings: menu }));

test('a search matches role, skills, cities and description, with decreasing weight', async () => {
  const host = onMenu();
  assert.deepEqual(await search(host, 'fry'), ['1', '2', '3']);
  assert.deepEqual(await search(host, 'pepper'), ['1']);
  assert.deepEqual(await search(host, 'chips'), ['2']);
  assert.deepEqual(await search(host, 'secretword'), [], 'scripts are no text');
  assert.deepEqual(await search(host, 'p'), ['1', '4'], 'tags are no text');
  assert.deepEqual(await search(host, 'sales'), ['4'], 'a word may be part bold');
});

test('a match in the role comes before one in the skills, the cities and the description, in this order', async (t) => {
  // Texts of the same length, so that only the weights differ.
  const texts = (word: string, place: number) =>
    ['one', 'two', 'three', 'four'].map((other, index) => (index === place ? word : other));
  const openings = [3, 2, 1, 0].map((place, index) => {
    const [role_name, requiredskill, city, jobdescription] = texts('ginger', place);
    return opening({
      id: index + 1,
      role_name,
      requiredskill,
      locations: [{ city }],
      jobdescription,
    });
  });
  const host = await testHost(t, { openings });
  assert.deepEqual(await search(host, 'ginger'), ['4', '3', '2', '1']);
});

test('a word in the role comes first, however often others have it elsewhere', async (t) => {
  const filler = 'salt pepper thyme onion garlic butter flour sugar yeast water '.repeat(30);
  const openings = [
    opening({
      id: 1,
      role_name: 'Cook',
      requiredskill: 'Salt',
      jobdescription: `<p>${'ginger '.repeat(60)}</p>`,
    }),
    opening({
      id: 2,
      role_name: 'Cook',
      requiredskill: 'Salt',
      locations: [{ city: 'Ginger' }],
      jobdescription: filler,
    }),
    opening({
      id: 3,
      role_name: `Cook ${filler}`,
      requiredskill: `Ginger ${filler}`,
      jobdescription: filler,
    }),
    opening({
      id: 4,
      role_name: `Ginger ${filler}`,
      requiredskill: filler,
      jobdescription: filler,
    }),
    opening({
      id: 5,
      role_name: 'Cook',
      requiredskill: 'Ginger, ginger, ginger',
      locations: [{ city: 'Ginger' }],
      jobdescription: `<p>${'ginger '.repeat(60)}</p>`,
    }),
  ];
  const host = await testHost(t, { openings });
  assert.deepEqual(await search(host, 'ginger'), ['4', '5', '3', '2', '1']);
});

test('a search finds openings of its company only', async () => {
  const host = onMenu();
  assert.deepEqual(await search(host, 'akara', '1'), ['1']);
  assert.deepEqual(await search(host, 'akara', '2'), ['5']);
  assert.deepEqual(await search(host, 'akara', '3'), []);
  assert.deepEqual((await search(host, '', '1')).toSorted(), ['1', '2', '3', '4']);
});

test('diacritics, case and letters with strokes make no difference in queries and texts', async () => {
  const host = onMenu();
  for (const q of ['akara', 'ÀKÀRÀ', 'a\u0300ka\u0300ra\u0300'])
    assert.deepEqual(await search(host, q), ['1'], q);
  for (const q of ['ibadan', 'Ìbàdàn', 'oyo', 'Ọ̀yọ́'])
    assert.deepEqual(await search(host, q), ['3'], q);
  for (const q of ['strasse', 'STRASSE', 'straße', 'smorrebrod'])
    assert.deepEqual(await search(host, q), ['4'], q);
});

test('every prefix of a word matches it', async () => {
  const host = onMenu();
  for (const word of ['Engineer', 'Àkàrà', 'Ìbàdàn'])
    for (let end = 1; end <= word.length; end += 1)
      assert.ok((await search(host, word.slice(0, end))).length > 0, word.slice(0, end));
  assert.deepEqual(await search(host, 'engineers'), []);
});

test('every word of a query must match, in any order and any field', async () => {
  const host = onMenu();
  assert.deepEqual(await search(host, 'chips cook'), ['2']);
  assert.deepEqual(await search(host, 'chips driver'), []);
});

test('query syntax is treated as text', async () => {
  const host = onMenu();
  for (const q of [
    'cook AND chips',
    'cook OR',
    'NOT cook',
    'role:cook',
    '"cook',
    'cook*',
    '^cook',
    '(cook',
    'NEAR(cook chips)',
    'cook -chips',
    '{role}: cook',
    'cook"" *',
    "cook' or 1=1 --",
  ])
    await search(host, q);
  assert.deepEqual(await search(host, '"cook'), ['2']);
  assert.deepEqual(await search(host, 'cook*'), ['2']);
  assert.deepEqual(await search(host, 'c++'), ['4'], 'a letter with signs is a word');
});

const frenchRoles = ['Cuisinière', 'Maître d’hôtel', "Chef d'équipe", 'Aide de cuisine'];
const inFrench = frenchRoles.map((role_name, index) =>
  opening({ id: index + 1, role_name, requiredskill: '', jobdescription: '', language: 'fr-BJ' }),
);
const inFrenchFound = [
  ['cuisiniere', ['1']],
  ['CUISINIÈRE', ['1']],
  ['la cuisinière', ['1']],
  ['une cuisiniere de', ['1']],
  ['maitre d’hotel', ['2']],
  ["maître d'hôtel", ['2']],
  ['maître hôtel', ['2']],
  ["l'hôtel", ['2']],
  ['l’équipe', ['3']],
  ["qu'équipe", ['3']],
  ['chef de l’equipe', ['3']],
  ['aide à la cuisine', ['4']],
  ["aujourd'hui cuisine", []],
  ['the cuisine', ['4']],
] as const;

test('a search of openings in French knows its articles, elisions and accents', async (t) => {
  const host = await testHost(t, { openings: inFrench });
  for (const [q, ids] of inFrenchFound) assert.deepEqual(await search(host, q), ids, q);
});

test('stop words of all languages need not be in an opening, and alone they mean themselves', async (t) => {
  const roles = [
    [1, 'Car wash', 'en'],
    [2, 'Wash', 'en-NG'],
    [3, 'Wash', 'fr'],
    [4, 'Wash', undefined],
    [5, 'Wash for the car', undefined],
  ] as const;
  const openings = roles.map(([id, role_name, language]) =>
    opening({ id, role_name, requiredskill: '', jobdescription: '', language }),
  );
  const host = await testHost(t, { openings });
  const found = async (q: string) => (await search(host, q)).toSorted();
  for (const q of ['wash', 'wash for the', 'wash par'])
    assert.deepEqual(await found(q), ['1', '2', '3', '4', '5']);
  assert.deepEqual(await found('the'), ['5']);
});

test('a query without letters or digits finds nothing', async () => {
  const host = onMenu();
  for (const q of ['🍞', '***', '"', '—', '\u200b.', '\0\0'])
    assert.deepEqual(await search(host, q), [], q);
});

test('a search with a query but no company is refused with a message; without both it lists all openings', async () => {
  const host = onMenu();
  const { httpStatus, body } = await host.call('openings?q=cook');
  assert.deepEqual(
    [httpStatus, body.status, body.message],
    [422, 0, 'Please select a company to search...'],
  );
  assert.equal((await host.call('openings')).body.data.length, 5);
  assert.equal((await host.call('openings?company_id=%20&q=%20')).body.data.length, 5);
});

const typed = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      ...'" \' * ( ) : ^ - + \\ % \0 \n a AND OR NOT NEAR { } , 🍞 é \u0301 \ud800'.split(' '),
      ' ',
    ),
  }),
);

test('no query makes a search fail', async () => {
  const host = onMenu();
  await fc.assert(
    fc.asyncProperty(typed, fc.constantFrom('1', '2', '9', "' or '1"), async (q, company) => {
      await search(host, q, company);
    }),
    { numRuns: 100 },
  );
  assert.deepEqual(host.errors(), []);
});

test('a query has at most sixteen different words; further ones are ignored', () => {
  const words = Array.from({ length: 20 }, (_, index) => `w${index}`);
  const wordsOf = (some: readonly string[]) =>
    searchTerms(some.join(' ')).flatMap((one) => one.words);
  assert.deepEqual(wordsOf(words), words.slice(0, 16));
  assert.deepEqual(wordsOf([...words.slice(0, 16), ...words]), words.slice(0, 16));
  assert.deepEqual(wordsOf([...words.slice(0, 15), 'w0', 'w15']), words.slice(0, 16));
});

test('a very long query is truncated, not refused', async () => {
  const host = onMenu();
  assert.deepEqual(await search(host, `cook ${' '.repeat(3000)} zzz`), ['2']);
  assert.deepEqual(await search(host, 'x'.repeat(9000)), []);
});

test('any word of an opening, or a prefix of one, finds it in any spelling variant', async (t) => {
  const word = fc.stringMatching(/^[a-zàéọụßøłñ]{1,12}$/u);
  const openings = fc.sample(fc.array(word, { minLength: 3, maxLength: 8 }), {
    numRuns: 40,
    seed: 7,
  });
  const host = await testHost(t, {
    openings: openings.map((words, index) =>
      opening({
        id: index,
        role_name: words[0] ?? '',
        requiredskill: words[1] ?? '',
        locations: [{ city: words[2] ?? '' }],
        jobdescription: `<p>${words.slice(3).join(' ')}</p>`,
      }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      async (a, b, end, upper) => {
        const id = a % openings.length;
        const words = openings[id] ?? [];
        const prefix = (words[b % words.length] ?? '').slice(0, end);
        const found = await search(host, upper ? prefix.toUpperCase() : prefix);
        assert.ok(found.includes(String(id)), prefix);
      },
    ),
    { numRuns: 60 },
  );
});

test('folding is idempotent, and terms have letters and digits only', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      assert.equal(foldForSearch(foldForSearch(text)), foldForSearch(text));
      for (const { words } of searchTerms(text))
        for (const word of words) assert.match(word, /^[\p{L}\p{N}]+$/u);
    }),
    { numRuns: 200 },
  );
});

test('Hausa letters are found by the letters that people type, and by themselves', async (t) => {
  const host = await testHost(t, {
    openings: [
      opening({ id: 1, role_name: 'Ɗan Kasuwa', jobdescription: '<p>ƙarfe, ɓangare, ƴanci</p>' }),
    ],
  });
  for (const q of ['dan', 'ɗan', 'ƊAN', 'karfe', 'bangare', 'yanci', 'ƴanci'])
    assert.deepEqual(await search(host, q), ['1'], q);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newCatalogue } from '#src/config/new-catalogue.ts';
import { textForHost } from '#src/domain/catalogue/query.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { foldForSearch } from '#src/domain/catalogue/words.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import { ownProcess } from '#test/support/own-process.ts';
import { replies } from '#test/support/scripted-host.ts';

const host = await ownProcess();
const { findOpenings } = await import('#src/features/openings/data/find-openings.ts');

const companies = ['1', '2', '3'];
const cities = ['Lagos', 'Ìbàdàn', 'Port Harcourt', 'kano'];
const words = (
  'Head Baker Bakery bakers Chef Cook pastry pastries Cuisinière d’hôtel part-time parttime R&D C++ 24/7 H.A.C.C.P. ' +
  'dishwasher kitchen porter driver of the la work jobs Işıl 面包师 🥐 back\u00adery'
).split(' ');
const typed = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words, ...cities) },
  fc.constantFrom(
    'bakre',
    'hed',
    'pasrty',
    'b',
    'jobs near me',
    '"',
    '“',
    '.*',
    '(?=',
    '\\',
    '%',
    '«',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const textOf = (unit: fc.Arbitrary<string>, constraints: fc.ArrayConstraints) =>
  fc.array(unit, constraints).map((some) => some.join(' '));
const word = fc.constantFrom(...words);
const someOpenings = fc
  .array(
    fc.record({
      company_id: fc.constantFrom(...companies),
      role_name: textOf(word, { minLength: 1, maxLength: 3 }),
      locations: fc.array(
        fc.constantFrom(...cities).map((city) => ({ city })),
        { maxLength: 2 },
      ),
      requiredskill: textOf(word, { maxLength: 1 }),
      jobdescription: textOf(word, { maxLength: 4 }),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map((one, id) =>
      openingSchema.parse({
        ...one,
        id,
        company_name: '',
        jobstatus: '',
        extra_skill: '',
        questions: [],
      }),
    ),
  );
const query = fc
  .tuple(textOf(typed, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([q, isPhrase]) => (isPhrase ? `"${q}"` : q));
const search = fc.record(
  {
    q: query.filter((q) => q.trim() !== ''),
    city: fc.constantFrom(...cities),
    sort: fc.constant('newest' as const),
  },
  { requiredKeys: ['q'] },
);

/** What an API host finds of a company's openings for a text. */
type Find = (all: readonly Opening[], q: string) => readonly Opening[];
const hosts: Readonly<Record<string, Find>> = {
  'finds nothing': () => [],
  'finds a text in roles, the last opening first': (all, q) =>
    all.filter(({ role_name }) => role_name.toLowerCase().includes(q.toLowerCase())).reverse(),
  'finds words of roles': (all, q) =>
    all.filter(({ role_name }) =>
      ` ${foldForSearch(role_name)} `.includes(` ${foldForSearch(q)} `),
    ),
  'finds what it likes': (all) => all.filter((_, at) => at % 3 === 1),
};

const idsOf = (openings: readonly Opening[]) => openings.map(({ id }) => id);

for (const [name, find] of Object.entries(hosts))
  test(`any search at a host that ${name}: its openings are all there in their order, nothing is there twice, and the counts of companies agree`, async () => {
    await fc.assert(
      fc.asyncProperty(someOpenings, search, async (all, searched) => {
        host.always('openingsall', replies.json({ status: 1, data: all }));
        host.always('openings', {
          after: 0,
          respond: ({ response, call }) => {
            const { company_id, q = '' } = call.query;
            const data = find(
              all.filter((one) => one.company_id === company_id),
              q,
            );
            response.end(JSON.stringify({ status: 1, data }));
          },
        });
        const foundAt = async (company_id: string) => {
          const outcome = await findOpenings(readSearch({ ...searched, company_id }));
          assert.ok(outcome.kind === 'found');
          return outcome;
        };
        const everywhere = await foundAt('');
        const counts = new Map(
          everywhere.choices('company_id').map(({ value, count }) => [value, count]),
        );
        const sum = [...counts.values()].reduce((sum, count) => sum + count, 0);
        assert.equal(sum, everywhere.openings.length + everywhere.related.length);
        const text = textForHost(searched.q.trim());
        for (const company_id of companies) {
          const found = find(
            all.filter((one) => one.company_id === company_id),
            text,
          );
          const { beforeFilters, openings, related, corrected } = await foundAt(company_id);
          assert.deepEqual(idsOf(beforeFilters), idsOf(found));
          const inCity = new Set(idsOf(openings));
          if (searched.sort === undefined)
            assert.deepEqual(idsOf(openings), idsOf(found.filter(({ id }) => inCity.has(id))));
          const shown = [...openings, ...related];
          assert.equal(new Set(idsOf(shown)).size, shown.length);
          assert.ok(shown.every((one) => one.company_id === company_id));
          // A host may find what the words do not mean, and a company may have its own correction.
          const { openings: meant } = await newCatalogue(all).ask({
            q: searched.q,
          });
          const isKnown = found.every((one) => meant.some((other) => other.id === one.id));
          const isOwn = corrected !== undefined && everywhere.corrected === undefined;
          if (isKnown) assert.equal(counts.get(company_id) ?? 0, isOwn ? 0 : shown.length);
        }
      }),
      { numRuns: 60 },
    );
  });

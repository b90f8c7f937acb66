import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { readSampleData } from '#src/api-host/openings/sample-data.ts';
import { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { parseQuery } from '#src/domain/catalogue/query.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import { runInLanguage } from '#src/language/server.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { ownProcess } from '#test/support/own-process.ts';
import { replies } from '#test/support/scripted-host.ts';

const sample: Opening[] = openingSchema.array().parse((await readSampleData()).openings);
const host = await ownProcess();
afterEach(() => host.reset());
const { findForPage, findOpenings } = await import('#src/features/openings/data/find-openings.ts');

const [bakery, buka, catering, , grill, maquis] = ['1', '2', '3', '4', '5', '6'];

/** Searches at a host that finds these openings, whatever it is asked. */
async function search(company_id: string, q: string, found: readonly Opening[] = []) {
  host.always('openingsall', replies.json({ status: 1, data: sample }));
  host.always('openings', replies.json({ status: 1, data: found }));
  const outcome = await findOpenings(readSearch({ company_id, q }));
  assert.ok(outcome.kind === 'found');
  return outcome;
}

describe('the site adds to what the API host finds', () => {
  for (const [company, q, ...expected] of [
    // Words people use
    [buka, 'dishwasher', 'Kitchen Porter'],
    [buka, 'cleaner', 'Kitchen Porter'],
    [buka, 'kitchen hand', 'Kitchen Porter'],
    [buka, 'kitchenhands', 'Kitchen Porter'],
    [buka, 'house help', 'Kitchen Porter'],
    [buka, 'plongeuse', 'Kitchen Porter'],
    [buka, 'mama put', 'Buka Manager'],
    [buka, 'oga', 'Buka Manager'],
    [bakery, 'driver', 'Bread Van Driver'],
    [grill, 'driver', 'Dispatch Rider'],
    [grill, 'okada', 'Dispatch Rider'],
    [grill, 'danfo', 'Dispatch Rider'],
    [maquis, 'dispatch rider', 'Livreur à moto'],
    [bakery, 'cook', 'Pastry Chef'],
    [catering, 'cook', 'Smallchops Cook', 'Executive Chef, Events'],
    [grill, 'cook', 'Fish Grill Cook: Bole and Point-and-Kill'],
    [catering, 'owambe', 'Wedding and Owambe Sales Executive'],
    [catering, 'steward', 'Event Steward (Casual Register)'],
    [grill, 'steward', 'Waiter, Evenings'],
    [grill, 'waitress', 'Waiter, Evenings'],
    [grill, 'barbecue', 'Suya Master (Mai Suya)'],
    // Plurals and endings
    [bakery, 'pastries', 'Pastry Chef'],
    [bakery, 'qualities', 'Quality Assurance Officer'],
    [buka, 'cooking', 'Head Cook, Soups and Swallow'],
    [maquis, 'cuisiniers', 'Cuisinière ou cuisinier'],
    [maquis, 'cuisinière', 'Cuisinière ou cuisinier'],
    [maquis, 'livreuses', 'Livreur à moto'],
    // Written together or apart, and signs
    [bakery, 'headbaker', 'Head Baker, Agege Bread'],
    [bakery, 'parttime', 'Bakery Counter Assistant'],
    [catering, 'small chops cook', 'Smallchops Cook'],
    [bakery, 'H.A.C.C.P.', 'Quality Assurance Officer'],
    [bakery, 'back\u00adery', 'Bakery Counter Assistant'],
    // Words that say nothing
    [bakery, 'baker jobs near me in lagos', 'Head Baker, Agege Bread'],
    [maquis, 'offre d’emploi de cuisinier', 'Cuisinière ou cuisinier'],
  ] as const)
    test(`${expected} for '${q}'`, async () => {
      const { openings, related } = await search(company ?? '', q);
      assert.deepEqual(openings, []);
      const roles = related.map(({ role_name }) => role_name);
      const missing = expected.filter((role) => !roles.includes(role));
      assert.deepEqual(missing, [], roles.join(', '));
    });

  test('all six openings for bakers, as for baker', async () => {
    const ids = async (q: string) => (await search(bakery ?? '', q)).related.map(({ id }) => id);
    assert.equal((await ids('baker')).length, 6);
    assert.deepEqual(await ids('bakers'), await ids('baker'));
    assert.deepEqual(await ids('bakre'), await ids('baker'));
  });

  for (const [q, corrected, role] of [
    ['hed baker', 'head baker', 'Head Baker, Agege Bread'],
    ['bakre', 'baker', 'Head Baker, Agege Bread'],
    ['pasrty chief', 'pastry chef', 'Pastry Chef'],
    ['bred van diver', 'bread van driver', 'Bread Van Driver'],
  ] as const)
    test(`'${corrected}' for '${q}'`, async () => {
      const outcome = await search(bakery ?? '', q);
      assert.equal(outcome.corrected, corrected);
      assert.equal(outcome.related[0]?.role_name, role);
    });

  test('what a correction finds without a company is found at each company too', async () => {
    const everywhere = await search('', 'ooking');
    for (const company_id of new Set(sample.map((opening) => opening.company_id))) {
      const { related } = await search(company_id, 'ooking');
      const ofCompany = [...everywhere.openings, ...everywhere.related].filter(
        (opening) => opening.company_id === company_id,
      );
      assert.deepEqual(related, ofCompany);
    }
  });

  test('nothing for a phrase that no opening has, and those with the phrase', async () => {
    assert.deepEqual((await search(bakery ?? '', '"baker head"')).related, []);
    const { related, corrected } = await search(bakery ?? '', '"head baker"');
    assert.deepEqual([related[0]?.role_name, corrected], ['Head Baker, Agege Bread', undefined]);
  });

  test('nothing for a single letter of R&D or C++, which begins many words', async () => {
    for (const q of ['R&D', 'C++']) assert.deepEqual((await search(bakery ?? '', q)).related, []);
  });
});

for (const [q, sent] of [
  ['baker', 'baker'],
  ['Head  Baker, Lagos', 'Head  Baker, Lagos'],
  ['baker jobs near me', 'baker'],
  ['vacancy for a baker', 'baker'],
  ['baker jobs in lagos', 'baker in lagos'],
  ['offre d’emploi cuisinière', 'cuisinière'],
  ['the work', 'the work'],
  ['jobs', 'jobs'],
  ['"jobs" baker', '"jobs" baker'],
  ['jobs near me', 'jobs near me'],
  ['i need a job as a baker', 'baker'],
] as const)
  test(`the API host is asked for '${sent}' if the visitor searches '${q}'`, async () => {
    await search('1', q);
    assert.equal(host.callsTo('openings').at(-1)?.query.q, sent);
  });

const ofCompany = (id: string) => sample.filter(({ company_id }) => company_id === id);

for (const q of ['jobs', 'jobs near me', 'work', 'Vacancy?', 'I need a job', 'emploi près de moi'])
  test(`words that say nothing mean all openings of a company: '${q}'`, async () => {
    const all = ofCompany('3');
    const found = all.slice(2, 3);
    const { openings, related, corrected } = await search('3', q, found);
    assert.deepEqual(
      [openings, related].map((list) => list.map(({ id }) => id)),
      [found, all.filter((one) => !found.includes(one))].map((list) => list.map(({ id }) => id)),
    );
    assert.equal(corrected, undefined);
    assert.equal((await search('3', q)).related.length, all.length);
    assert.equal((await search('', q)).openings.length, sample.length);
  });

for (const q of ['night', 'nights', 'nuit', 'de nuit', 'overnight', 'nigth', 'nite'])
  for (const language of ['en', 'fr'])
    test(`the night jobs of all companies are found by '${q}' in ${language}, those in the language of the page first in equal rank`, async () => {
      const calls = host.callsTo('openings').length;
      const { openings, related } = await runInLanguage(language, () => search('', q));
      const found = [...openings, ...related];
      // A text with 'overnight' is found by that word only.
      const expected = q === 'overnight' ? /\b(night|nights|overnight)\b/i : /\b(night|nights)\b/i;
      const isOfNight = ({ role_name, requiredskill, extra_skill, jobdescription }: Opening) =>
        expected.test([role_name, requiredskill, extra_skill, jobdescription].join(' '));
      assert.deepEqual(
        found.map(({ id }) => id).toSorted(),
        sample
          .filter(isOfNight)
          .map(({ id }) => id)
          .toSorted(),
      );
      const companies = new Set(found.map(({ company_id }) => company_id));
      assert.deepEqual([found.length, companies.size], q === 'overnight' ? [9, 5] : [8, 4]);
      assert.equal(host.callsTo('openings').length, calls);
    });

test('of openings that match equally well those in the language of the page come first', async () => {
  const cooks = ['en', 'fr', 'en', 'fr'].map((language, id) => ({
    ...sample[0],
    ...{ id: `${id}`, role_name: 'Cook', requiredskill: '', extra_skill: '', jobdescription: '' },
    language,
  }));
  const better = { ...cooks[0], id: 'better', role_name: 'Waiter', requiredskill: 'Cook' };
  host.always('openingsall', replies.json({ status: 1, data: [better, ...cooks] }));
  const idsIn = (language: string) =>
    runInLanguage(language, async () => {
      const outcome = await findOpenings(readSearch({ q: 'cook' }));
      return outcome.kind === 'found' && outcome.openings.map(({ id }) => id);
    });
  assert.deepEqual(await idsIn('fr'), ['1', '3', '0', '2', 'better']);
  assert.deepEqual(await idsIn('en'), ['0', '2', '1', '3', 'better']);
});

test('at several companies the site searches its own list, and makes no call', async () => {
  await search('1', 'cook');
  const calls = host.callsTo('openings').length;
  const asked = readSearch({ company_id: ['2', '3'], q: 'cook' });
  const outcome = await findOpenings(asked);
  assert.ok(outcome.kind === 'found');
  const companies = new Set(outcome.openings.map(({ company_id }) => company_id));
  assert.deepEqual([...companies].toSorted(), ['2', '3']);
  const counts = outcome.choices('company_id');
  for (const { value, count } of counts) {
    const one = await findOpenings(readSearch({ company_id: [value, 'none'], q: 'cook' }));
    assert.ok(one.kind === 'found');
    assert.equal(one.openings.length + one.related.length, count, value);
  }
  assert.equal(host.callsTo('openings').length, calls);
});

test('a phrase of such words, and stop words alone, which begin many words, mean themselves', () => {
  for (const q of ['"jobs"', 'c', 'the', 'in', '', '?'])
    assert.equal(parseQuery(q).meansAll, false, q);
});

test('the openings of the API host are all there, in their order, whatever the query, and none is related again', async () => {
  const words = sample.flatMap(({ role_name }) => role_name.split(' '));
  const word = fc.oneof(
    fc.constantFrom(...words, 'jobs', '"', 'bakre'),
    fc.string({ maxLength: 8 }),
  );
  const query = fc.array(word, { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
  await fc.assert(
    fc.asyncProperty(query, fc.shuffledSubarray(sample), async (q, found) => {
      const { beforeFilters, openings, related } = await search('1', q, found);
      const ids = found.map(({ id }) => String(id));
      const lists = [beforeFilters, openings].map((list) => list.map(({ id }) => id));
      assert.deepEqual(lists, [ids, ids]);
      assert.ok(related.every(({ id, company_id }) => company_id === '1' && !ids.includes(id)));
    }),
    { numRuns: 100 },
  );
});

test('what the site adds has the word in the role, then the skills, the cities, the hours and the description', async () => {
  const texts = ['one', 'two', 'three', 'four', 'five'];
  const openings = [4, 3, 2, 1, 0].map((place) => {
    const [role_name, requiredskill, city, jobstatus, text] = texts.map((other, at) =>
      at === place ? 'Ginger' : other,
    );
    const locations = [{ ...sample[0]?.locations[0], city }];
    return {
      ...sample[0],
      id: `${place}`,
      role_name,
      requiredskill,
      locations,
      jobstatus,
      jobdescription: text,
    };
  });
  host.always('openingsall', replies.json({ status: 1, data: openings }));
  host.always('openings', replies.json({ status: 1, data: [] }));
  const outcome = await findOpenings({ company_id: ['1'], q: 'ginger' });
  assert.ok(outcome.kind === 'found');
  const ids = outcome.related.map(({ id }) => id);
  assert.deepEqual(ids, ['0', '1', '2', '3', '4']);
});

test('what the site adds is narrowed by the filters; alternatives are sought for an empty page only', async (t) => {
  const { mock } = t.mock.method(Catalogue.prototype, 'alternatives');
  await search('1', 'cook');
  await findOpenings({ company_id: ['2'], q: 'astronaut' });
  const outcome = await findForPage({ company_id: ['2'], q: 'chef', city: ['Kano'] });
  assert.equal(mock.callCount(), 0);
  await findForPage({ company_id: ['2'], q: 'astronaut' });
  assert.equal(mock.callCount(), 1);
  assert.ok(outcome.kind === 'found');
  const roles = outcome.related.map(({ role_name }) => role_name);
  assert.deepEqual(roles, ['Cook, Tuwo and Northern Soups']);
});

test('a search for which the API host finds nothing waits for the list of all openings', async () => {
  await search('1', 'baker');
  host.always('openings', replies.json({ status: 1, data: [] }));
  host.next(
    'openingsall',
    replies.delayed(replies.json({ status: 1, data: sample.slice(0, 20) }), 900),
  );
  const outcome = await findOpenings({ company_id: ['1'], q: 'bakre' });
  assert.ok(outcome.kind === 'found');
  assert.equal(outcome.corrected, 'baker');
});

test('while the words of a new list are read, what the API host found is completed by the list before', async (t) => {
  const [first] = sample;
  assert.ok(first);
  const before = await search('1', 'bakers', [first]);
  t.mock.method(Catalogue.prototype, 'complete', () => new Promise(() => {}));
  const added = { ...first, id: '900', role_name: 'Baker' };
  host.always('openingsall', replies.json({ status: 1, data: [...sample, added] }));
  // A search without a text needs no words.
  const all = await findOpenings({ company_id: ['1'], q: '' });
  assert.ok(all.kind === 'found' && all.catalogue?.openings.length === sample.length + 1);
  const outcome = await findOpenings({ company_id: ['1'], q: 'bakers' });
  assert.ok(outcome.kind === 'found' && before.related.length > 0);
  assert.deepEqual([outcome.openings, outcome.related], [before.openings, before.related]);
});

describe('if the API host fails', () => {
  test('a search that it does not answer is made in the list of the site, with the time of that list', async () => {
    await search('1', 'baker');
    for (const [q, role] of [
      ['van drivers', 'Bread Van Driver'],
      ['head bakers', 'Head Baker, Agege Bread'],
    ] as const) {
      host.always('openings', replies.http(500));
      const before = Date.now();
      const outcome = await findOpenings({ company_id: ['1'], q });
      assert.ok(outcome.kind === 'found' && outcome.isOwnSearch);
      assert.equal(outcome.openings[0]?.role_name, role);
      assert.deepEqual(outcome.related, []);
      assert.ok(outcome.staleSince && outcome.staleSince.getTime() >= before);
    }
    const corrected = await findOpenings({ company_id: ['1'], q: 'haed baker' });
    assert.ok(corrected.kind === 'found' && corrected.openings.length === 0);
    assert.equal(corrected.corrected, 'head baker');
    assert.ok(corrected.related.length > 0);
    const own = { ...sample[0], id: '900', company_id: 'new' };
    host.always('openingsall', replies.json({ status: 1, data: [...sample, own] }));
    const ofCompany = await findOpenings({ company_id: ['new'], q: '' });
    assert.ok(ofCompany.kind === 'found');
    const ids = ofCompany.openings.map(({ id }) => id);
    assert.deepEqual(ids, ['900']);
    const narrowed = await findOpenings({ company_id: ['2'], q: 'chefs', city: ['Kano'] });
    assert.ok(narrowed.kind === 'found');
    const roles = narrowed.openings.map(({ role_name }) => role_name);
    assert.deepEqual(roles, ['Cook, Tuwo and Northern Soups']);
  });

  test('a search for which the list has nothing is unavailable, and so is one without a list', async () => {
    await search('1', 'baker');
    host.always('openings', replies.http(500));
    const app = new Hono<SiteEnv>().use(contextStorage()).get('/', async (c) => {
      const { kind } = await findOpenings(readSearch(new URL(c.req.url).searchParams));
      return c.body(kind, c.get('pageStatus') ?? 200);
    });
    const assertUnavailable = async (query: string) => {
      const response = await app.request(`/?${query}`);
      assert.equal(response.status, 503);
      assert.equal(await response.text(), 'unavailable');
    };
    for (const query of ['company_id=1&q=astronaut', 'company_id=x&q=baker', 'company_id=x'])
      await assertUnavailable(query);
    host.always('openingsall', replies.json({ status: 1, data: [] }));
    await assertUnavailable('company_id=1&q=bakers+of+bread');
  });

  test('the site adds from the list that it read last', async () => {
    await search('1', 'baker');
    host.always('openingsall', replies.html());
    const outcome = await findOpenings({ company_id: ['1'], q: 'bakr' });
    assert.ok(outcome.kind === 'found');
    assert.equal(outcome.corrected, 'baker');
  });

  for (const [what, reply] of [
    ['not JSON', replies.html()],
    ['cut off', replies.cut()],
    ['full of junk', replies.json({ status: 1, data: [null, 7, { id: 'x' }, { role_name: 'y' }] })],
  ] as const)
    test(`a list that is ${what} takes nothing from the openings that were found`, async () => {
      const [first] = sample;
      assert.ok(first);
      await search('1', 'baker', [first]);
      host.always('openingsall', reply);
      const outcome = await findOpenings({ company_id: ['1'], q: 'baker' });
      assert.ok(outcome.kind === 'found');
      assert.equal(outcome.openings[0]?.role_name, first.role_name);
    });
});

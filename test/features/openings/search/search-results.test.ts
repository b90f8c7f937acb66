import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Opening } from '#src/domain/model/opening.ts';
import type { FoundForPage } from '#src/features/openings/data/find-openings.ts';
import { searchSummary } from '#src/features/openings/data/search-summary.ts';
import { runInLanguage } from '#src/language/server.ts';
import { plainOpening } from '#test/support/catalogue.ts';
import { outcomeIn } from '#test/support/found-openings.ts';

// React, too, must be loaded after the support module.
const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { ListFilters } = await import('#src/features/openings/list/list-filters.tsx');
const { listMetadata } = await import('#src/features/openings/list/list-metadata.tsx');
const { SearchResults } = await import('#src/features/openings/search/search-results.tsx');

const opening = (id: string, role_name: string, changes: object = {}): Opening =>
  plainOpening({
    id,
    role_name,
    company_name: 'Buka Ireti',
    locations: [{ city: 'Lagos' }],
    ...changes,
  });

/** What company 1 shows for a text in a list, of which the API host has `found` some. */
const outcome = (q: string, list: readonly Opening[], found: readonly Opening[] = []) =>
  outcomeIn(list, { company_id: ['1'], q }, found);

const render = (found: FoundForPage, language = 'en') =>
  runInLanguage(language, () => renderToStaticMarkup(h(SearchResults, { outcome: found })));

/** Headings, and texts with their marks in brackets, in the order of the page. */
const outline = (html: string) =>
  Array.from(
    html
      .replaceAll(/<\/?mark>/g, (tag) => (tag === '<mark>' ? '[' : ']'))
      .matchAll(/<(h3|h4|p class="words")[^>]*>([^<]*)/g),
    ([, element, text]) => `${element?.slice(0, 2)} ${text}`,
  );

const porter = opening('1', 'Kitchen Porter', {
  jobdescription: '<p>Keep the <b>kitchen &lt;clean&gt;</b>; porters &amp; cooks.</p>',
});
const washer = opening('2', 'Night dishwasher');

test('what the site adds follows under a heading that says why, with the words by which it was found', async () => {
  const found = await outcome('dishwasher', [washer, porter], [washer]);
  assert.deepEqual(outline(render(found)), [
    'h3 Night [dishwasher]',
    'h3 Also close to “dishwasher”',
    'p  Found by: kitchen porter',
    'h4 [Kitchen Porter]',
  ]);
  assert.deepEqual(outline(render(await outcome('dishwasher', [porter]))), [
    'h3 Close to “dishwasher”',
    'p  Found by: kitchen porter',
    'h4 [Kitchen Porter]',
  ]);
  assert.deepEqual(outline(render(found, 'fr')).slice(1, 3), [
    'h3 Proche aussi de « dishwasher »'.replaceAll(/« | »/g, (mark) => mark.replace(' ', '\u00a0')),
    'p  Trouvé par\u00a0: kitchen porter',
  ]);
});

test('a heading that quotes a text has no second quotes around a phrase', async () => {
  const found = await outcome('"night dishwasher"', [washer]);
  assert.equal(outline(render(found))[0], 'h3 Close to “night dishwasher”');
  assert.equal(
    outline(render({ ...found, corrected: 'porter' }))[0],
    'h3 Openings for “porter” instead of “night dishwasher”',
  );
});

test('openings for a corrected text have it as their heading, and as their marks', async () => {
  const found = await outcome('portr', [porter]);
  assert.deepEqual(outline(render(found)), [
    'h3 Openings for “porter” instead of “portr”',
    'h4 Kitchen [Porter]',
  ]);
  const outcomes = [found, await outcome('porter', [porter], [porter])];
  assert.deepEqual(
    outcomes.map((one) => listMetadata(one.search, one)).map(({ title, path }) => [title, path]),
    ['portr', 'porter'].map((q) => [
      `Openings at Buka Ireti for “${q}” | Tamarind Foods Group`,
      `/?company_id=1&q=${q}`,
    ]),
  );
});

test('words that say nothing have a heading that says so, and marks only in what the API host found', async () => {
  const menu = opening('3', 'Menu work');
  const all = await outcome('work near me', [menu, opening('4', 'Menus')], [menu]);
  assert.deepEqual(outline(render(all)), [
    'h3 [Menu] [work]',
    'h3 “work near me” fits all openings of this company',
    'h4 Menus',
  ]);
  assert.deepEqual(
    outline(render(all, 'fr'))[1],
    'h3 «\u00a0work near me\u00a0» convient à toutes les offres de cette entreprise',
  );
});

const companyChips = (found: FoundForPage, language = 'en') =>
  Array.from(
    runInLanguage(language, () =>
      renderToStaticMarkup(h(ListFilters, { outcome: found })),
    ).matchAll(
      /data-choice="company_id:(\w+)"( aria-current="true")?[^>]*>([^<]*)<span class="count">(\d+)/g,
    ),
    ([, id, current = '', label, count]) => `${id} ${label} ${count}${current}`,
  );

test('without a company the companies of what was found are a filter, that with most openings first and none without', async () => {
  const at = (company_id: string, name: string, ...openings: readonly Opening[]) =>
    openings.map((one) => ({
      ...one,
      id: `${company_id}-${one.id}`,
      company_id,
      company_name: name,
    }));
  const all = [
    ...at('2', 'Grill', porter),
    ...at('1', 'Buka Ireti', porter, { ...porter, id: '5' }, washer),
    ...at('3', 'Bakery', washer),
  ];
  const found = await outcomeIn(all, { q: 'porter' });
  assert.deepEqual(companyChips(found), ['1 Buka Ireti 2', '2 Grill 1']);
  assert.equal(searchSummary(found), '3 openings for “porter” at 2 houses');
  const corrected = await outcomeIn(all, { q: 'portr' });
  assert.deepEqual(companyChips(corrected), ['1 Buka Ireti 2', '2 Grill 1']);
  assert.equal(
    searchSummary(corrected),
    'No openings found for "portr". 3 openings for “porter” at 2 houses',
  );
  // A company that no opening names any more has no choice, instead of its id.
  const chosen = await outcomeIn(all, { q: 'porter', company_id: ['2', '3', 'gone'] });
  assert.deepEqual(companyChips(chosen), [
    '1 Buka Ireti 2',
    '2 Grill 1 aria-current="true"',
    '3 Bakery 0 aria-current="true"',
  ]);
  // Other filters change the numbers, and not the order.
  const abuja = { locations: [{ city: 'Abuja' }] };
  const inCities = [
    ...at('2', 'Grill', { ...porter, ...abuja }, { ...porter, id: '5', ...abuja }),
    ...at(
      '1',
      'Buka Ireti',
      { ...porter, ...abuja },
      { ...porter, id: '5' },
      { ...porter, id: '6' },
    ),
  ];
  const inAbuja = await outcomeIn(inCities, { q: 'porter', city: ['Abuja'] });
  assert.deepEqual(companyChips(inAbuja), ['1 Buka Ireti 1', '2 Grill 2']);
});

test('an empty list offers the openings of other companies for the words before its links', async () => {
  const atOther = async (q: string, ...list: readonly Opening[]) =>
    render(await outcomeIn(list, { company_id: ['2'], q }, []));
  const html = await atOther('porter', porter, washer);
  assert.deepEqual(outline(html), ['h3 At other companies', 'h4 Kitchen [Porter]']);
  assert.ok(html.indexOf('Kitchen') < html.indexOf('Show all openings'));
  assert.equal(
    outline(await atOther('portr', porter))[0],
    'h3 At other companies, for “porter” instead of “portr”',
  );
  const similar = await atOther('night cook', washer);
  assert.deepEqual(outline(similar), ['h3 Similar openings', 'h4 Night dishwasher']);
  assert.ok(similar.indexOf('Show all openings') < similar.indexOf('Night'));
  const own = { ...washer, company_id: '2' };
  assert.deepEqual(outline(await atOther('astronaut', porter, own)), [
    'h3 All openings of this company',
    'h4 Night dishwasher',
  ]);
});

test('matches are marked in the role, in a line of the description and in its preview, and its HTML stays escaped', async () => {
  const html = render(await outcome('kitchen porter', [porter], [porter]));
  const marked = 'Keep the <mark>kitchen</mark> &lt;clean&gt;; <mark>porters</mark> &amp; cooks.';
  assert.equal(html.split(marked).length, 3);
  assert.ok(html.includes('<mark>Kitchen</mark> <mark>Porter</mark></h3>'));
});

test('rows without a text have no marks, also after a search', async () => {
  const plain = await outcome('', [porter], [porter]);
  const before = render(plain);
  assert.doesNotMatch(before, /<mark>|class="line"/);
  render(await outcome('porter', [porter], [porter]));
  assert.equal(render(plain), before);
});

test('the counts of the filters include what the site adds', async () => {
  const kano = opening('3', 'Kitchen Porter', { locations: [{ city: 'Kano' }] });
  const found = await outcome('dishwasher', [washer, porter, kano], [washer]);
  const html = renderToStaticMarkup(h(ListFilters, { outcome: found }));
  const counts = Array.from(
    html.matchAll(/data-choice="city:(\w+)"[^>]*>[^<]*<span class="count">(\d+)/g),
    ([, city, count]) => [city, count],
  );
  assert.deepEqual(counts, [
    ['Lagos', '2'],
    ['Kano', '1'],
  ]);
});

import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import type { FoundOpenings } from '#src/features/openings/find-openings.ts';
import { runInLanguage } from '#src/language/server.ts';

// React, too, must be loaded after the support module.
const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { listMetadata } = await import('#src/features/openings/list/list-metadata.tsx');
const { companyOptions, withCounts } = await import(
  '#src/features/openings/search/company-options.ts'
);
const { SearchResults, Filters } = await import('#src/features/openings/search/search-results.tsx');

const opening = (id: string, role_name: string, changes: object = {}): Opening =>
  openingSchema.parse({
    id,
    role_name,
    company_id: '1',
    company_name: 'Buka Ireti',
    locations: [{ city: 'Lagos' }],
    jobdescription: '',
    jobstatus: '',
    requiredskill: '',
    extra_skill: '',
    questions: [],
    ...changes,
  });

const outcome = (
  search: Partial<Search>,
  found: Partial<Pick<FoundOpenings, 'openings' | 'added' | 'everywhere' | 'corrected' | 'nearby'>>,
): FoundOpenings => ({
  kind: 'found',
  search: { company_id: '1', q: '', ...search },
  openings: [],
  unfiltered: found.openings ?? [],
  added: [],
  unfilteredAdded: found.added ?? [],
  nearby: [],
  all: [opening('9', 'Any')],
  ...found,
});

const render = (found: FoundOpenings, language = 'en') =>
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

test('what the site adds follows under a heading that says why, with the words by which it was found', () => {
  const found = outcome({ q: 'dishwasher' }, { openings: [washer], added: [porter] });
  assert.deepEqual(outline(render(found)), [
    'h3 Night [dishwasher]',
    'h3 Also close to &quot;dishwasher&quot;',
    'p  Found by: kitchen porter',
    'h4 [Kitchen Porter]',
  ]);
  assert.deepEqual(outline(render(outcome({ q: 'dishwasher' }, { added: [porter] }))), [
    'h3 Close to &quot;dishwasher&quot;',
    'p  Found by: kitchen porter',
    'h4 [Kitchen Porter]',
  ]);
  assert.deepEqual(outline(render(found, 'fr')).slice(1, 3), [
    'h3 Proche aussi de « dishwasher »'.replaceAll(/« | »/g, (mark) => mark.replace(' ', '\u00a0')),
    'p  Trouvé par\u00a0: kitchen porter',
  ]);
});

test('a heading that quotes a text has no second quotes around a phrase', () => {
  const q = '"dish washer"';
  assert.equal(
    outline(render(outcome({ q }, { added: [washer] })))[0],
    'h3 Close to &quot;dish washer&quot;',
  );
  const found = outcome({ q }, { added: [porter], corrected: 'porter' });
  assert.equal(
    outline(render(found))[0],
    'h3 Openings for &quot;porter&quot; instead of &quot;dish washer&quot;',
  );
});

test('openings for a corrected text have it as their heading, and as their marks', () => {
  const found = outcome({ q: 'portr' }, { added: [porter], corrected: 'porter' });
  assert.deepEqual(outline(render(found)), [
    'h3 Openings for &quot;porter&quot; instead of &quot;portr&quot;',
    'h4 Kitchen [Porter]',
  ]);
  const outcomes = [found, outcome({ q: 'porter' }, { openings: [porter] })];
  assert.deepEqual(
    outcomes.map((one) => listMetadata(one.search, one)).map(({ title, path }) => [title, path]),
    ['portr', 'porter'].map((q) => [
      `Openings at Buka Ireti for "${q}" | Tamarind Foods Group`,
      `/?company_id=1&q=${q}`,
    ]),
  );
});

test('words that say nothing have a heading that says so, and marks only in what the API host found', () => {
  const found = outcome({ q: 'night work' }, { openings: [washer], added: [porter] });
  assert.equal(outline(render(found))[1], 'h3 Also close to &quot;night work&quot;');
  const menu = opening('3', 'Menu work');
  const all = outcome({ q: 'work near me' }, { openings: [menu], added: [opening('4', 'Menus')] });
  assert.deepEqual(outline(render(all)), [
    'h3 [Menu] [work]',
    'h3 &quot;work near me&quot; fits all openings of this company',
    'h4 Menus',
  ]);
  assert.deepEqual(
    outline(render(all, 'fr'))[1],
    'h3 «\u00a0work near me\u00a0» convient à toutes les offres de cette entreprise',
  );
});

test('the openings that companies have for a corrected text name it', () => {
  const companies = [{ id: '1', company_name: 'Buka Ireti' }];
  const everywhere = { openings: [porter, washer], corrected: 'porter' };
  const found = outcome({ company_id: '', q: 'portr' }, { openings: [porter], everywhere });
  const [first] = withCounts(companyOptions(companies), found);
  assert.equal(first?.count, '2 openings for "porter"');
});

test('an empty list offers the openings of other companies for the words before its links', () => {
  const search = { company_id: '2', q: 'porter' };
  const everywhere = { openings: [porter] };
  const html = render(outcome(search, { everywhere, nearby: [washer] }));
  assert.deepEqual(outline(html), ['h3 At other companies', 'h4 Kitchen [Porter]']);
  assert.ok(html.indexOf('Kitchen') < html.indexOf('Show all openings'));
  const corrected = outcome(
    { ...search, q: 'portr' },
    { everywhere: { ...everywhere, corrected: 'porter' } },
  );
  assert.equal(
    outline(render(corrected))[0],
    'h3 At other companies, for &quot;porter&quot; instead of &quot;portr&quot;',
  );
  const nearby = outcome(search, { everywhere: { openings: [] }, nearby: [washer] });
  assert.deepEqual(outline(render(nearby)), ['h3 Similar openings', 'h4 Night dishwasher']);
});

test('matches are marked in the role, in a line of the description and in its preview, and its HTML stays escaped', () => {
  const html = render(outcome({ q: 'kitchen porter' }, { openings: [porter] }));
  const marked = 'Keep the <mark>kitchen</mark> &lt;clean&gt;; <mark>porters</mark> &amp; cooks.';
  assert.equal(html.split(marked).length, 3);
  assert.ok(html.includes('<mark>Kitchen</mark> <mark>Porter</mark></h3>'));
});

test('rows without a text, and those of a search without a company, have no marks, also after a search', () => {
  const plain = outcome({}, { openings: [porter] });
  const before = render(plain);
  assert.doesNotMatch(before, /<mark>|class="line"/);
  render(outcome({ q: 'porter' }, { openings: [porter] }));
  assert.equal(render(plain), before);
  assert.equal(render(outcome({ company_id: '', q: 'porter' }, { openings: [porter] })), before);
});

test('the counts of the filters include what the site adds', () => {
  const kano = opening('3', 'Kitchen Porter', { locations: [{ city: 'Kano' }] });
  const found = outcome({ q: 'dishwasher' }, { openings: [washer], added: [porter, kano] });
  const html = renderToStaticMarkup(h(Filters, { outcome: found }));
  const counts = Array.from(
    html.matchAll(/data-choice="city:(\w+)"[^>]*>[^<]*<span class="count">(\d+)/g),
    ([, city, count]) => [city, count],
  );
  assert.deepEqual(counts, [
    ['Lagos', '2'],
    ['Kano', '1'],
  ]);
});

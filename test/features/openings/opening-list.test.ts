import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { readSearch } from '#src/domain/catalogue/search-parameters.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';
import type { SearchOutcome } from '#src/features/openings/data/find-openings.ts';
import { runInLanguage } from '#src/language/server.ts';
import { catalogueOf } from '#test/support/catalogue.ts';

const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { OpeningList } = await import('#src/features/openings/list/opening-list.tsx');
const { ListFilters } = await import('#src/features/openings/list/list-filters.tsx');

const opening = (id: string, city: string) =>
  openingSchema.parse({
    id,
    role_name: 'Baker',
    company_name: 'Bakery',
    locations: [{ city }, { city: 'Kano' }],
    date_posted: '2026-11-01',
    closing_date: '2026-11-30T20:00:00+01:00',
  });

test('an opening that the list has shown before has the texts of the day, the instant and the city', (t) => {
  const openings = [opening('1', 'Lagos')];
  const list = (city?: string) =>
    renderToStaticMarkup(h(OpeningList, { openings, cities: city === undefined ? [] : [city] }));
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-07T22:59:00Z') });
  for (const [now, isNew, closing] of [
    ['2026-11-07T22:59:00Z', true, 'closes 30 Nov, 20:00'],
    ['2026-11-07T23:00:00Z', false, 'closes 30 Nov, 20:00'],
    ['2026-11-29T12:00:00Z', false, 'closes tomorrow, 20:00'],
    ['2026-11-29T23:00:00Z', false, 'closes today, 20:00'],
    ['2026-11-30T19:00:00Z', false, 'closed 30 Nov, 20:00'],
  ] as const) {
    t.mock.timers.setTime(Date.parse(now));
    const html = list();
    assert.ok(html.includes(closing), `${now}: ${html}`);
    assert.equal(/class="new"/.test(html), isNew, now);
    assert.equal(list(), html);
  }
  assert.match(list(), /Lagos.*Kano/);
  assert.match(list('Kano'), /Kano.*Lagos/);
});

test('the filters are rendered once for a list, and again for another search, list or language', async () => {
  const openings = [opening('1', 'Lagos'), opening('2', 'Abuja')];
  const catalogues = new Map<readonly Opening[], Catalogue>();
  const filters = async (all: readonly Opening[] = openings, search: object = {}) => {
    const catalogue = catalogues.get(all) ?? catalogueOf(all);
    catalogues.set(all, catalogue);
    const answer = await catalogue.ask(readSearch({ ...search }));
    const outcome: SearchOutcome = {
      ...answer,
      kind: 'found',
      search: readSearch({ ...search }),
      ...{ catalogue, staleSince: undefined, isOwnSearch: false },
    };
    return () => renderToStaticMarkup(h(ListFilters, { outcome }));
  };
  const render = await filters();
  const html = render();
  assert.equal((await filters())(), html);
  const others = [
    (await filters(openings, { city: 'Lagos' }))(),
    (await filters([...openings, opening('3', 'Jos')]))(),
    runInLanguage('fr', render),
  ];
  assert.equal(new Set([html, ...others]).size, 4);
  assert.equal(render(), html);
  // Only a new object tells that a list has changed.
  openings.push(opening('4', 'Jos'));
  assert.equal((await filters())(), html);
});

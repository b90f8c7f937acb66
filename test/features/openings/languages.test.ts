import { employmentText, filterLabel } from '#src/language/search-words.ts';
import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filterNames } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { searchSummary } from '#src/features/openings/data/search-summary.ts';
import { companyOptions } from '#src/features/openings/search/company-options.ts';
import { textsOf } from '#src/features/openings/sharing/share-picture.ts';
import { dateText } from '#src/language/format.ts';
import { dateTimeText, isoDay, timeText } from '#src/language/format-date.ts';
import { closingText, payText, placesOf, placesText } from '#src/language/opening-facts.ts';
import { languages, runInLanguage } from '#src/language/server.ts';
import { foundOpenings } from '#test/support/found-openings.ts';

// React, too, must be loaded after the support module.
const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { listMetadata } = await import('#src/features/openings/list/list-metadata.tsx');
const { SearchResults } = await import('#src/features/openings/search/search-results.tsx');
const { canonicalPath } = await import('#src/features/openings/opening/opening-metadata.tsx');

/** Intl and the catalogue have spaces at which no line may break. */
const inFrench = (text: () => string): string =>
  runInLanguage('fr', text).replace(/[\u00a0\u202f]/g, ' ');

const assertFrench = (text: () => string, expected: string) =>
  assert.equal(inFrench(text), expected);

const company = { company_id: '1', company_name: 'Cuisine du Port', role_name: 'Chef' } as Opening;
const cook = { company_id: ['1'], q: 'cuisinier' };

const outcome = foundOpenings(company);

describe('in French', () => {
  for (const [salary, text] of [
    [{ min: 100000, max: 100000, currency: 'NGN', unit: 'MONTH' }, '100 000 ₦ par mois'],
    [{ min: 320000, max: 420000, currency: 'NGN', unit: 'year' }, '320 000 ₦ à 420 000 ₦ par an'],
    [{ min: 1500.5, max: 1500.5, currency: 'XOF', unit: 'HOUR' }, '1 500,50 F CFA par heure'],
    [{ min: 5, max: 9, currency: 'cauris', unit: 'lune' }, 'cauris 5 à cauris 9 lune'],
  ] as const)
    test(`pay is '${text}'`, () => assertFrench(() => payText(salary), text));

  test('a currency has the symbol of the default language, or its code as there', () => {
    const salary = { min: 10, max: 10, currency: 'KES', unit: 'DAY' };
    assertFrench(() => payText(salary), '10 KES par jour');
  });

  test('companies are by name, as the language orders letters', () => {
    const names = ['Zobo', 'Épicerie', 'Traiteur 10', 'Traiteur 9', 'Du Port', 'ébène'];
    const companies = names.map((company_name, id) => ({ id: `${id}`, company_name }));
    const labels = ['Du Port', 'ébène', 'Épicerie', 'Traiteur 9', 'Traiteur 10', 'Zobo'];
    const sorted = runInLanguage('fr', () => companyOptions(companies).map(({ label }) => label));
    assert.deepEqual(sorted, labels);
  });

  test('the same process writes both languages', () => {
    const salary = { min: 1, max: 2, currency: 'NGN', unit: 'DAY' };
    const texts = () => [payText(salary), dateText('2026-10-01'), employmentText('FULL_TIME')];
    const english = ['₦1 to ₦2 a day', '1 October 2026', 'Full time'];
    assert.deepEqual(texts(), english);
    assertFrench(() => texts().join(', '), '1 ₦ à 2 ₦ par jour, 1er octobre 2026, Temps plein');
    assert.deepEqual(texts(), english);
  });

  const now = new Date('2026-11-22T12:00:00Z');
  for (const [iso, day, row] of [
    ['2026-11-22', '22 novembre 2026', 'clôture aujourd’hui'],
    ['2026-11-23T20:00:00', '23 novembre 2026 à 20:00', 'clôture demain à 20:00'],
    ['2026-11-29', '29 novembre 2026', 'clôture dans 7 jours'],
    ['2026-12-01', '1er décembre 2026', 'clôture le 1er déc.'],
    ['2027-01-20T05:00:00+09:00', '19 janvier 2027 à 21:00', 'clôture le 19 janv. 2027 à 21:00'],
  ] as const)
    test(`the closing date ${iso} is '${day}' and '${row}'`, () => {
      assertFrench(() => dateTimeText(iso), day);
      assertFrench(() => closingText(iso, isoDay(now)).text, row);
    });

  test('a passed closing date, a stale list and places are in words', () => {
    const passed = () => closingText('2026-11-01', isoDay(now), true).text;
    assertFrench(passed, 'close depuis le 1er nov.');
    assertFrench(
      () => timeText(new Date('2026-11-20T13:05:00Z'), now),
      '14:05 le 20 novembre 2026',
    );
    const locations = ['Cotonou', 'Lomé', 'Accra', 'Lagos', 'Kano'].map((city) => ({ city }));
    assertFrench(() => placesText({ locations }), 'Cotonou, Lomé, Accra et 2 de plus');
    const remote = { locations: [], jobLocationType: 'TELECOMMUTE' };
    assertFrench(() => placesOf(remote).join(''), 'À distance');
    const picture = () => textsOf({ ...company, locations, employment_type: 'INTERN' });
    assertFrench(
      () => JSON.stringify(Object.values(picture())),
      '["Chef","Cotonou, Lomé, Accra et 2 de plus","Cuisine du Port · Stage"]',
    );
  });

  for (const [text, given] of [
    ['1 offre', outcome(1)],
    ['1 200 offres, page 2 sur 24', outcome(1200, { page: 2 })],
    ['6 des 42 offres chez Cuisine du Port', outcome(6, { company_id: ['1'] }, { total: 42 })],
    ['6 offres chez Cuisine du Port pour « cuisinier »', outcome(6, cook, { total: 42 })],
    ['8 offres pour « nuit » dans 1 maison', outcome(8, { q: 'nuit' })],
    ['2 offres à Cotonou ou Lomé', outcome(2, { city: ['Cotonou', 'Lomé'] })],
    ['3 offres à Cotonou, temps plein', outcome(3, { city: ['Cotonou'], type: ['FULL_TIME'] })],
    [
      'Aucune offre trouvée pour « cuisnier ». 2 offres chez Cuisine du Port pour « cuisinier »',
      outcome(0, { ...cook, q: 'cuisnier' }, { related: 2, corrected: 'cuisinier' }),
    ],
    [
      'Aucune offre chez Cuisine du Port pour « cuisinier » à Lomé',
      outcome(0, { ...cook, city: ['Lomé'] }, { beforeFilters: 6 }),
    ],
    ['Il n’y a pas d’offre aujourd’hui.', outcome(0)],
    ['Cette entreprise n’a pas d’offre aujourd’hui.', outcome(0, { company_id: ['1'] })],
  ] as const)
    test(`the status message of a search is '${text}'`, () =>
      assertFrench(() => searchSummary(given), text));

  test('the page of a list and its canonical address are French', () => {
    const given = outcome(60, { city: ['Cotonou'], page: 2 });
    const read = runInLanguage('fr', () => listMetadata(given.search, given));
    assert.match(read.title, /^Offres d’emploi à Cotonou – page 2 \| /);
    assert.match(read.description, /^Offres d’emploi à Cotonou, page 2 sur 2\u00a0: /);
    assert.equal(read.path, '/fr?city=Cotonou&page=2');
    const empty = outcome(0);
    assert.ok(runInLanguage('fr', () => listMetadata(empty.search, empty)).isIndexed);
  });

  test('the canonical address of an opening is its page in the language of its texts', () => {
    for (const [language, path] of [
      ['fr', '/fr/application/1'],
      ['fr-BJ', '/fr/application/1'],
      ['en', '/application/1'],
      ['en-NG', '/application/1'],
    ] as const)
      for (const page of ['en', 'fr']) {
        const found = runInLanguage(page, () => canonicalPath({ ...company, id: '1', language }));
        assert.equal(found, path);
      }
    for (const language of [undefined, 'yo'])
      assertFrench(() => canonicalPath({ ...company, id: '1', language }), '/fr/application/1');
  });

  test('a row that was rendered in another language is rendered again', () => {
    const opening = {
      ...company,
      id: '7',
      jobdescription: '',
      jobstatus: '',
      locations: [],
      employment_type: 'FULL_TIME',
    } as unknown as Opening;
    const given = { ...outcome(1), openings: [opening] };
    const list = () => renderToStaticMarkup(h(SearchResults, { outcome: given }));
    const english = list();
    assert.match(english, /Full\stime.*href="\/application\/7#apply"[^>]*>Apply Now/s);
    assert.match(inFrench(list), /Temps\splein.*href="\/fr\/application\/7#apply"[^>]*>Postuler/s);
    assert.equal(list(), english);
  });
});

for (const { tag } of languages)
  test(`every filter has a title, a label and a place in the summary in ${tag}`, () =>
    runInLanguage(tag, () => {
      for (const name of filterNames) {
        const [value, label] = name === 'company_id' ? ['1', 'Cuisine du Port'] : ['x', 'x'];
        const text = searchSummary(outcome(2, { [name]: [value] }));
        assert.ok(filterLabel(name, 'x') === 'x' && text.endsWith(label), text);
      }
    }));

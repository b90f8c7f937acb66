import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterOpenings } from '#src/domain/catalogue/filters.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import { filterLabel } from '#src/language/search-words.ts';
import { runInLanguage } from '#src/language/server.ts';
import { catalogueOf } from '#test/support/catalogue.ts';
import { outcomeIn } from '#test/support/found-openings.ts';

// React, too, must be loaded after the support module.
const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { QuestionsSection } = await import('#src/features/application/form-sections.tsx');
const { OpeningList } = await import('#src/features/openings/list/opening-list.tsx');
const { OpeningDetails, ApplySection } = await import(
  '#src/features/openings/opening/opening-details.tsx'
);
const { SimilarOpenings } = await import('#src/features/openings/opening/similar-openings.tsx');
const { ListFilters } = await import('#src/features/openings/list/list-filters.tsx');
const { langOf } = await import('#src/language/format.ts');

for (const [page, tag, lang] of [
  ['en', 'fr', 'fr'],
  ['en', 'fr-BJ', 'fr-BJ'],
  ['en', 'en', undefined],
  ['en', 'en-NG', undefined],
  ['en', 'eng', 'eng'],
  ['en', undefined, undefined],
  ['fr', 'en', 'en'],
  ['fr', 'fr-BJ', undefined],
] as const)
  test(`a text in ${tag ?? 'an unknown language'} has ${lang ? `lang=${lang}` : 'no lang'} in a page in ${page}`, () => {
    const found = runInLanguage(page, () => langOf(tag));
    assert.equal(found, lang);
  });

const opening = openingSchema.parse({
  id: '1',
  role_name: 'ROLE',
  company_name: 'COMPANY',
  locations: [{ city: 'CITY' }],
  jobdescription: '<p>DESCRIPTION</p>',
  jobstatus: 'STATUS',
  requiredskill: 'SKILL',
  extra_skill: 'EXTRA',
  questions: [{ id: '1', question: 'QUESTION', required: '1' }],
  language: 'fr',
});

/** Returns the texts of the opening in each language that an element names, by the innermost element. */
function textsByLanguage(html: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const open: string[] = [];
  for (const [, end, , attributes = '', text = ''] of html.matchAll(
    /<(\/?)([a-z][a-z\d]*)([^>]*)>([^<]*)/g,
  )) {
    if (end) open.pop();
    else if (!/\/$/.test(attributes))
      open.push(/ lang="([^"]+)"/.exec(attributes)?.[1] ?? open.at(-1) ?? 'page');
    for (const [word] of text.matchAll(/\b[A-Z]{4,}\b/g)) {
      const language = open.at(-1) ?? 'page';
      if (!found[language]?.includes(word)) found[language] = [...(found[language] ?? []), word];
    }
  }
  return found;
}

for (const [name, render, own, ofThePage] of [
  [
    'a row of the list',
    () => h(OpeningList, { openings: [opening] }),
    ['ROLE', 'STATUS', 'DESCRIPTION'],
    ['CITY', 'COMPANY'],
  ],
  [
    'the page of an opening',
    () => h(OpeningDetails, { opening, formId: 'apply' }),
    ['ROLE', 'STATUS', 'SKILL', 'EXTRA', 'DESCRIPTION'],
    ['COMPANY', 'CITY'],
  ],
  [
    'the role beside the form',
    () => h(ApplySection, { id: 'apply', opening, children: null }),
    ['ROLE'],
    [],
  ],
  [
    'the questions',
    () =>
      h(QuestionsSection, {
        questions: opening.questions,
        lang: langOf(opening.language),
        values: {},
        errorOf: () => undefined,
        disabled: false,
      }),
    ['QUESTION'],
    [],
  ],
] as const)
  test(`${name} marks the texts of the opening with its language, and no other text`, () => {
    const read = () => textsByLanguage(renderToStaticMarkup(render()));
    const { page = [], ...marked } = runInLanguage('en', read);
    assert.deepEqual(marked, { fr: own });
    const words = page.filter((word) => word !== 'Test');
    assert.deepEqual(words, ofThePage);
    const french = runInLanguage('fr', read);
    assert.deepEqual(Object.keys(french), ['page']);
  });

test('each similar opening is marked with its own language', async () => {
  const others = ['fr', 'en', undefined].map((language, index) => ({
    ...opening,
    id: `${index + 2}`,
    language,
  }));
  const html = renderToStaticMarkup(
    await SimilarOpenings({ opening, catalogue: catalogueOf(others) }),
  );
  const links = [...html.matchAll(/<a href="([^"]*)"( lang="fr")? dir="auto">ROLE/g)].map(
    ([, href, lang]) => [href, lang],
  );
  assert.deepEqual(links, [
    ['/application/2', ' lang="fr"'],
    ['/application/3', undefined],
    ['/application/4', undefined],
  ]);
});

for (const [languages, page, labels] of [
  [['fr', 'en', 'fr-BJ', undefined], 'en', ['language:fr French 2', 'language:en English 1']],
  [['fr', 'en', 'fr-BJ', undefined], 'fr', ['language:fr français 2', 'language:en anglais 1']],
  [['fr', 'fr-BJ', undefined], 'en', []],
  [[undefined, undefined], 'en', []],
] as const)
  test(`openings in ${languages} have the choices ${labels} in a page in ${page}`, async () => {
    const all = languages.map((language, id) => ({ ...opening, id: `${id}`, language }));
    const outcome = await outcomeIn(all);
    const html = runInLanguage(page, () =>
      renderToStaticMarkup(h('div', {}, ListFilters({ outcome }))),
    );
    const choices = html.matchAll(/data-choice="(language:[^"]+)"[^>]*>([^<]*)<span[^>]*>(\d+)/g);
    const shown = [...choices].map(([, value, label, count]) => `${value} ${label} ${count}`);
    assert.deepEqual(shown, labels);
  });

test('a filter by language keeps the openings in it, of any region', () => {
  const all = ['fr', 'en', 'fr-BJ', undefined].map((language, index) => ({
    ...opening,
    id: `${index}`,
    language,
  }));
  const idsIn = (language: string) =>
    filterOpenings(all, { language: [language] }).map(({ id }) => id);
  assert.deepEqual([idsIn('FR'), idsIn('en'), idsIn('de')], [['0', '2'], ['1'], []]);
});

test('a text that is no language has itself as its label', () =>
  assert.equal(filterLabel('language', '!'), '!'));

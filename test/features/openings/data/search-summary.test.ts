import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Opening } from '#src/domain/model/opening.ts';
import { pageOfResults, searchSummary } from '#src/features/openings/data/search-summary.ts';
import { foundOpenings } from '#test/support/found-openings.ts';

const named = { company_id: '1', company_name: 'First Light Bakery' } as Opening;
const found = foundOpenings(named);
const summary = (...search: Parameters<typeof found>): string => searchSummary(found(...search));

describe('the status message of a search', () => {
  const baker = { company_id: ['1'], q: 'baker' };
  for (const [text, actual] of [
    ['1 opening', summary(1)],
    ['42 openings', summary(42)],
    ['1,200 openings, page 2 of 24', summary(1200, { page: 2 })],
    ['6 openings at First Light Bakery', summary(6, { company_id: ['1'] })],
    ['6 of 42 openings at First Light Bakery', summary(6, { company_id: ['1'] }, { total: 42 })],
    ['1 of 2 openings at First Light Bakery', summary(1, { company_id: ['1'] }, { total: 2 })],
    ['6 openings at First Light Bakery for “baker”', summary(6, baker, { total: 42 })],
    ['3 openings in Lagos, full time', summary(3, { city: ['Lagos'], type: ['FULL_TIME'] })],
    ['5 openings at an unknown company', summary(5, { company_id: ['9'] })],
    ['42 openings for “baker” at 1 house', summary(42, { q: 'baker' })],
    [
      '2 openings for “baker” in Kano or Lagos at 1 house',
      summary(2, { q: 'baker', city: ['Kano', 'Lagos'] }),
    ],
    ['3 openings in Kano or Lagos', summary(3, { city: ['Kano', 'Lagos'] })],
    [
      'No openings found for "bakr". 2 openings for “baker” at 1 house',
      summary(0, { q: 'bakr' }, { related: 2, corrected: 'baker' }),
    ],
    ['No openings found for "sous-vide"', summary(0, { q: 'sous-vide' })],
    [
      'No openings found for "bakr". 2 openings at First Light Bakery for “baker”',
      summary(0, { ...baker, q: 'bakr' }, { related: 2, corrected: 'baker' }),
    ],
    [
      'No openings at First Light Bakery for “baker” in Kano',
      summary(0, { ...baker, city: ['Kano'] }, { beforeFilters: 6 }),
    ],
    [
      '6 openings at First Light Bakery for “head baker”',
      summary(6, { ...baker, q: '"head baker"' }),
    ],
    ['6 openings at First Light Bakery for “12" pizza”', summary(6, { ...baker, q: '12" pizza' })],
    ['No openings found for "head baker"', summary(0, { ...baker, q: '“head baker”' })],
    ['No openings found for "sous-vide"', summary(0, { ...baker, q: 'sous-vide' })],
    [
      '2 openings at First Light Bakery for “baker”, and 1 opening for similar words',
      summary(2, baker, { related: 1 }),
    ],
    [
      'No openings found for "baker". 3 openings for similar words',
      summary(0, baker, { related: 3 }),
    ],
    [
      'No openings at First Light Bakery for “baker” in Kano. 1 opening for similar words',
      summary(0, { ...baker, city: ['Kano'] }, { beforeFilters: 6, related: 1 }),
    ],
    [
      '40 openings at First Light Bakery for “baker”, and 20 openings for similar words, page 2 of 2',
      summary(40, { ...baker, page: 2 }, { related: 20 }),
    ],
    [
      'No openings found for "jobs". 3 openings at First Light Bakery in Lagos',
      summary(0, { company_id: ['1'], q: 'jobs', city: ['Lagos'] }, { related: 3 }),
    ],
    [
      '1 opening at First Light Bakery for “jobs near me”, and 3 other openings',
      summary(1, { company_id: ['1'], q: 'jobs near me' }, { related: 3 }),
    ],
    ['There are no openings today.', summary(0)],
    ['This company has no openings today.', summary(0, { company_id: ['1'] })],
  ] as const)
    test(`is '${text}'`, () => assert.equal(actual, text.replace(/ at an unknown company/, '')));
});

for (const [page, openings, related] of [
  [1, 50, 0],
  [2, 10, 40],
  [3, 0, 15],
] as const)
  test(`page ${page} of 60 openings and 55 added ones has ${openings} and ${related}`, () => {
    const shown = pageOfResults(found(60, { page }, { related: 55 }));
    assert.deepEqual([shown.openings.length, shown.related.length], [openings, related]);
    assert.deepEqual([shown.page, shown.pages], [page, 3]);
  });

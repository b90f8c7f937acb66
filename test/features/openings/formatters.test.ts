import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Opening } from '#src/domain/model/opening.ts';
import {
  citiesOf,
  dateText,
  employmentText,
  payText,
  searchSummary,
} from '#src/features/openings/formatters.ts';

describe('the properties of an opening', () => {
  test('list each city once, in the order of the API host', () => {
    const cities = ['Lagos', ' Abuja ', 'Lagos', '', 'Kano'].map((city) => ({ city }));
    assert.deepEqual(citiesOf(cities), ['Lagos', 'Abuja', 'Kano']);
  });

  for (const [salary, text] of [
    [{ min: 320000, max: 420000, currency: 'NGN', unit: 'MONTH' }, '₦320,000 to ₦420,000 a month'],
    [{ min: 1500, max: 1500, currency: 'NGN', unit: 'HOUR' }, '₦1,500 an hour'],
    [{ min: 9, max: 5.5, currency: 'NGN', unit: 'day' }, '₦5.5 to ₦9 a day'],
    [{ min: 10, max: 20, currency: 'cowries', unit: 'moon' }, 'cowries 10 to cowries 20 moon'],
    [{ min: 10, max: 10, currency: '', unit: '' }, '10'],
  ] as const)
    test(`give pay as '${text}'`, () => assert.equal(payText(salary), text));

  for (const [type, text] of [
    ['FULL_TIME', 'Full time'],
    ['intern', 'Internship'],
    ['ZERO_HOURS', 'ZERO HOURS'],
    ['Weekend work', 'Weekend work'],
  ] as const)
    test(`give the employment type ${type} as '${text}'`, () =>
      assert.equal(employmentText(type), text));

  test('give a date as written by the API host, in any time zone', () => {
    assert.equal(dateText('2026-10-03'), '3 October 2026');
    assert.equal(dateText('2026-10-03T23:30:00-05:00'), '3 October 2026');
  });
});

const found = (count: number, q = '', company_id = '') =>
  searchSummary({
    kind: 'found',
    search: { company_id, q },
    openings: Array.from({ length: count }, () => ({}) as Opening),
  });

describe('the status message of a search', () => {
  test('is the number of openings', () => {
    assert.equal(found(1), '1 opening');
    assert.equal(found(42), '42 openings');
  });

  test("contains a query without results, in the specification's message", () => {
    assert.equal(found(0, 'sous-vide', '1'), 'No openings found for "sous-vide"');
  });

  test('does not contain an empty query', () => {
    assert.equal(found(0), 'There are no openings today.');
    assert.equal(found(0, '', '1'), 'This company has no openings today.');
  });

  test("is the specification's message if no company is selected", () => {
    assert.equal(
      searchSummary({ kind: 'select-company', search: { company_id: '', q: 'x' } }),
      'Please select a company to search...',
    );
  });
});

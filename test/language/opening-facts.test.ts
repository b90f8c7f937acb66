import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dateText } from '#src/language/format.ts';
import { dateTimeText, isoDay } from '#src/language/format-date.ts';
import { closingText, employmentFacts, payText, placesOf } from '#src/language/opening-facts.ts';
import { employmentText } from '#src/language/search-words.ts';
import { runInLanguage } from '#src/language/server.ts';

describe('the properties of an opening', () => {
  test('list each city once, in the order of the API host', () => {
    const locations = ['Lagos', ' Abuja ', 'Lagos', '', 'Kano'].map((city) => ({ city }));
    const cities = { locations, jobLocationType: 'TELECOMMUTE' };
    assert.deepEqual(placesOf(cities), ['Lagos', 'Abuja', 'Kano']);
    assert.deepEqual(placesOf(cities, ['Abuja', 'Kano']), ['Abuja', 'Kano', 'Lagos']);
    assert.deepEqual(placesOf(cities, ['Jos']), ['Lagos', 'Abuja', 'Kano']);
  });

  test("have 'Remote' in place of a city if work is from home and there is none", () => {
    const locations = [{ city: ' ' }];
    assert.deepEqual(placesOf({ locations, jobLocationType: 'TELECOMMUTE' }), ['Remote']);
    const emea = { '@type': 'AdministrativeArea', name: 'EMEA' };
    const remote = { locations, jobLocationType: 'TELECOMMUTE' };
    assert.deepEqual(placesOf({ ...remote, applicantLocationRequirements: emea }), [
      'Remote, EMEA',
    ]);
    assert.deepEqual(placesOf({ locations }), []);
  });

  for (const [salary, text] of [
    [{ min: 320000, max: 420000, currency: 'NGN', unit: 'MONTH' }, '₦320,000 to ₦420,000 a month'],
    [{ min: 1500, max: 1500, currency: 'NGN', unit: 'HOUR' }, '₦1,500 an hour'],
    [{ min: 9, max: 5.5, currency: 'NGN', unit: 'day' }, '₦5.50 to ₦9 a day'],
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

  for (const [tag, jobstatus, status, type] of [
    ['en', 'Full time', 'Full time', ''],
    ['en', 'Full-time', 'Full-time', ''],
    ['en', 'Full time, rotational', 'Full time, rotational', ''],
    ['en', 'Open', 'Open', 'Full time'],
    ['en', '', '', 'Full time'],
    ['en', 'Temps plein', '', 'Full time'],
    ['fr', 'Full time', '', 'Temps plein'],
    ['fr', 'Full time, rotational', 'Full time, rotational', ''],
    ['fr', 'Temps plein', 'Temps plein', ''],
    ['fr', 'CDI, temps plein', 'CDI, temps plein', ''],
  ] as const)
    test(`in ${tag}, the status '${jobstatus}' of a full-time job leaves '${status}' and '${type}'`, () => {
      const opening = { jobstatus, employment_type: 'FULL_TIME' };
      const facts = runInLanguage(tag, () => employmentFacts(opening));
      assert.deepEqual(facts, { status, type });
    });

  test('give a date as written by the API host, in any time zone', () => {
    assert.equal(dateText('2026-10-03'), '3 October 2026');
    assert.equal(dateText('2026-10-03T23:30:00-05:00'), '3 October 2026');
  });
});

test('a closing date has its year only if it is not this year, says that it has passed, and counts the days of the last week', () => {
  const closing = (iso: string, hasPassed?: boolean) => closingText(iso, '2026-11-22', hasPassed);
  assert.deepEqual(closing('2026-12-12'), { text: 'closes 12 Dec', isSoon: false });
  assert.equal(closing('2027-01-02').text, 'closes 2 Jan 2027');
  assert.equal(closing('2027-01-02T23:00:00-05:00').text, 'closes 3 Jan 2027, 05:00');
  for (const [day, text] of [
    ['2026-11-22', 'closes today'],
    ['2026-11-23', 'closes tomorrow'],
    ['2026-11-29', 'closes in 7 days'],
  ] as const)
    assert.deepEqual(closing(day), { text, isSoon: true });
  assert.equal(closing('2026-11-30').isSoon, false);
  // In Lagos the next day has begun.
  const evening = new Date('2026-11-22T23:30:00Z');
  assert.equal(closingText('2026-11-24', isoDay(evening)).text, 'closes tomorrow');
  const newYearsEve = new Date('2026-12-31T23:30:00Z');
  assert.equal(closingText('2027-01-20', isoDay(newYearsEve)).text, 'closes 20 Jan');
  assert.deepEqual(closing('2026-11-01', true), { text: 'closed 1 Nov', isSoon: false });
});

test('a closing instant is shown with its day and time in the zone of the site, as the countdown has it', () => {
  const now = new Date('2026-12-30T12:00:00Z');
  for (const [iso, text, row] of [
    ['2027-01-01T00:30:00+05:30', '31 December 2026, 20:00', 'closes tomorrow, 20:00'],
    ['2026-12-31T23:30:00Z', '1 January 2027, 00:30', 'closes in 2 days, 00:30'],
    ['2026-12-31T18:00:00+01:00', '31 December 2026, 18:00', 'closes tomorrow, 18:00'],
    ['2027-01-01T05:00:00+09:00', '31 December 2026, 21:00', 'closes tomorrow, 21:00'],
    ['2027-01-20T05:00:00+09:00', '19 January 2027, 21:00', 'closes 19 Jan 2027, 21:00'],
    ['2026-12-31', '31 December 2026', 'closes tomorrow'],
  ] as const) {
    assert.equal(dateTimeText(iso), text);
    assert.equal(closingText(iso, isoDay(now)).text, row);
  }
});

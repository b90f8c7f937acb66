import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  closingInstant,
  isNewlyPosted,
  statusCheck,
  toLocalTime,
} from '#src/domain/catalogue/opening-dates.ts';

const statusAt = (now: string | number, dates: Parameters<ReturnType<typeof statusCheck>>[0]) =>
  statusCheck('Africa/Lagos', new Date(now))(dates);

for (const [date_posted, closing_date, status] of [
  [undefined, undefined, 'open'],
  ['2026-06-30', undefined, 'open'],
  ['2026-07-01', undefined, 'scheduled'],
  ['2026-06-30T12:00:00+01:00', '2026-06-30T12:00:01+01:00', 'open'],
  ['2026-06-30T12:00:00.001', '2026-07-31', 'scheduled'],
  ['2026-06-30T12:00:00', '2026-06-30', 'open'],
  ['2026-06-01', '2026-06-29', 'closed'],
  ['2026-06-01', '2026-06-30T11:00:00Z', 'closed'],
  ['2026-07-01', '2026-06-29', 'closed'],
  ['soon', 'later', 'open'],
  ['9999-12-31', null, 'scheduled'],
  ['', '', 'open'],
] as const)
  test(`an opening from ${date_posted} to ${closing_date} is ${status} at 2026-06-30T12:00 in Lagos`, () =>
    assert.equal(statusAt('2026-06-30T11:00:00Z', { date_posted, closing_date }), status));

const dayOrInstant = (instant: fc.Arbitrary<Date>) =>
  fc.tuple(instant, fc.constantFrom(10, 16, 19, 24)).map(([date, length]) => {
    const iso = date.toISOString().slice(0, length);
    return { iso, ms: Date.parse(length === 24 ? iso : `${iso.padEnd(16, 'T00:00')}Z`) };
  });

test('an opening is scheduled to the last millisecond before its first instant, then open, and closed from its end on', () => {
  const instant = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dayOrInstant(instant), dayOrInstant(instant), (posted, closing) => {
      const dates = { date_posted: posted.iso, closing_date: closing.iso };
      const end = closing.ms + (closing.iso.length === 10 ? 86_400_000 : 0);
      for (const edge of [posted.ms, end])
        for (const now of [edge - 1, edge]) {
          const expected = now >= end ? 'closed' : now < posted.ms ? 'scheduled' : 'open';
          assert.equal(statusCheck('UTC', new Date(now))(dates), expected);
        }
    }),
  );
});

for (const [date_posted, timeZone, instant] of [
  ['2026-07-01', 'Africa/Lagos', '2026-06-30T23:00:00.000Z'],
  ['2026-07-01', 'Pacific/Auckland', '2026-06-30T12:00:00.000Z'],
  ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z'],
  ['2026-07-01T09:00', 'Africa/Lagos', '2026-07-01T08:00:00.000Z'],
  ['2026-07-01T09:00:00-05:00', 'Africa/Lagos', '2026-07-01T14:00:00.000Z'],
] as const)
  test(`an opening of ${date_posted} appears in ${timeZone} at ${instant}`, () => {
    const at = (ms: number) => statusCheck(timeZone, new Date(ms))({ date_posted });
    const ms = Date.parse(instant);
    assert.deepEqual([at(ms - 1), at(ms)], ['scheduled', 'open']);
  });

const passed = (closing_date: string | null | undefined, now: string, timeZone = 'Africa/Lagos') =>
  statusCheck(timeZone, new Date(now))({ closing_date }) === 'closed';

for (const [closingDate, timeZone, instant] of [
  ['2026-06-30', 'Africa/Lagos', '2026-06-30T23:00:00.000Z'],
  ['2026-06-30', 'UTC', '2026-07-01T00:00:00.000Z'],
  ['2026-12-31', 'America/New_York', '2027-01-01T05:00:00.000Z'],
  ['2026-06-30T12:00:00+01:00', 'UTC', '2026-06-30T11:00:00.000Z'],
  ['2026-06-30T12:00:00', 'Africa/Lagos', '2026-06-30T11:00:00.000Z'],
  ['2026-06-30T12:00', 'UTC', '2026-06-30T12:00:00.000Z'],
  ['2026-06-30T12:00:00+0100', 'UTC', '2026-06-30T11:00:00.000Z'],
  ['2026-06-30T12:00:00z', 'Africa/Lagos', '2026-06-30T12:00:00.000Z'],
] as const)
  test(`the closing date ${closingDate} passes in ${timeZone} at ${instant}`, () => {
    const before = new Date(Date.parse(instant) - 1).toISOString();
    assert.deepEqual(
      [passed(closingDate, before, timeZone), passed(closingDate, instant, timeZone)],
      [false, true],
    );
  });

test('an absent or invalid closing date never passes, and the last day of year 9999 has not passed', () => {
  for (const date of [undefined, null, '', 'soon', '2026-13-45', '9999-12-31'])
    assert.equal(passed(date, '2999-01-01T00:00:00Z'), false);
});

test('the closing instant of a day is its end in the time zone; an instant keeps its offset', () => {
  assert.equal(closingInstant('Africa/Lagos', '2026-06-30'), '2026-06-30T23:59:59+01:00');
  assert.equal(closingInstant('America/New_York', '2026-06-30'), '2026-06-30T23:59:59-04:00');
  assert.equal(closingInstant('UTC', '2026-06-30T17:00'), '2026-06-30T17:00+00:00');
  // The night of these days has a change of the offset.
  assert.equal(closingInstant('Pacific/Auckland', '2026-04-04'), '2026-04-04T23:59:59+13:00');
  assert.equal(closingInstant('Africa/Cairo', '2026-04-23'), '2026-04-23T23:59:59+02:00');
  // The last day of four digits is in the year 10000 in UTC+1, when it is read as UTC.
  assert.equal(closingInstant('Africa/Lagos', '9999-12-31'), '9999-12-31T23:59:59+01:00');
  for (const instant of ['2026-06-30T17:00:00Z', '2026-06-30T17:00:00+05:30'])
    assert.equal(closingInstant('Africa/Lagos', instant), instant);
});

for (const [datePosted, isNew] of [
  ['2026-06-30', true],
  ['2026-06-24', true],
  ['2026-06-24T08:00:00Z', true],
  ['2026-06-23', false],
  ['2026-07-01', false],
  ['soon', false],
  ['', false],
  [undefined, false],
] as const)
  test(`an opening posted on ${datePosted} is ${isNew ? '' : 'not '}new on 2026-06-30`, () =>
    assert.equal(isNewlyPosted('2026-06-30', datePosted), isNew));

for (const [iso, timeZone, local] of [
  ['2026-12-31T23:30:00.500Z', 'Africa/Lagos', '2027-01-01T00:30:00'],
  ['2026-12-31T23:30:00+05:30', 'Africa/Lagos', '2026-12-31T19:00:00'],
  ['2026-06-30T02:00:00Z', 'America/New_York', '2026-06-29T22:00:00'],
  ['2026-12-31T20:00', 'Africa/Lagos', '2026-12-31T20:00'],
  ['2026-12-31', 'America/New_York', '2026-12-31'],
] as const)
  test(`${iso} is ${local} in ${timeZone}`, () => assert.equal(toLocalTime(timeZone, iso), local));

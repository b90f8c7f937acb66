import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closesAt, closingZone, isPastClosing } from '#src/domain/rules/closing-date.ts';

const onPage = (closing_date: string | undefined, now: string) =>
  isPastClosing(closing_date, closingZone.page, new Date(now));

test('on a page a closing date passes when its day has ended in every time zone', () => {
  assert.equal(onPage('2026-10-03', '2026-10-04T11:59:00Z'), false);
  assert.equal(onPage('2026-10-03', '2026-10-04T12:01:00Z'), true);
});

test('a closing date with a time has passed from that time on', () => {
  assert.equal(onPage('2026-10-03T17:00:00+01:00', '2026-10-03T15:59:00Z'), false);
  assert.equal(onPage('2026-10-03T17:00:00+01:00', '2026-10-03T16:01:00Z'), true);
});

test('an absent or invalid closing date never passes', () => {
  for (const date of [undefined, null, '', 'soon', '2026-13-45'])
    assert.equal(isPastClosing(date, closingZone.page, new Date('2999-01-01T00:00:00Z')), false);
});

for (const [date, instant] of [
  ['2026-06-30', '2026-07-01T00:00:00.000Z'],
  ['2026-12-31', '2027-01-01T00:00:00.000Z'],
  ['2026-06-30T12:00:00+01:00', '2026-06-30T11:00:00.000Z'],
  ['2026-06-30T12:00:00', '2026-06-30T12:00:00.000Z'],
] as const)
  test(`the API host closes an opening with the closing date ${date} at ${instant}`, () => {
    assert.equal(closesAt(date, closingZone.apiHost)?.toISOString(), instant);
  });

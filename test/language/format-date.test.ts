import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dateText } from '#src/language/format.ts';
import { formatDate, isoDay, timeText } from '#src/language/format-date.ts';
import { runInLanguage } from '#src/language/server.ts';

test('a day is that of the time zone of the company', () => {
  assert.equal(isoDay('2026-11-27T22:59:59Z'), '2026-11-27');
  const instant = Date.parse('2026-11-27T23:00:00Z');
  assert.equal(isoDay(instant), '2026-11-28');
  assert.equal(formatDate(instant), '28 November 2026');
});

test('French has a word of its own for the first day of a month', () => {
  assert.equal(dateText('2026-12-01'), '1 December 2026');
  const french = runInLanguage('fr', () => dateText('2026-12-01T23:30:00Z'));
  assert.equal(french, '1er décembre 2026');
});

test('a day that a device has stored as text stays as it is', () => {
  const stored = ['1 May 2026', '1er mai 2026', ''];
  const shown = runInLanguage('fr', () => stored.map((text) => dateText(text)));
  assert.deepEqual(shown, stored);
});

describe('the time of a copy of the list', () => {
  // Lagos is an hour ahead of UTC.
  const now = new Date('2026-10-04T00:30:00Z');
  for (const [since, text] of [
    ['2026-10-03T23:05:00Z', '00:05'],
    ['2026-10-03T22:05:00Z', '23:05 on 3 October 2026'],
    ['2025-10-04T00:05:00Z', '01:05 on 4 October 2025'],
  ] as const)
    test(`is '${text}' for ${since}`, () => assert.equal(timeText(new Date(since), now), text));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateText } from '#src/language/format.ts';
import { formatDate, isoDay } from '#src/language/format-date.ts';
import { runInLanguage } from '#src/language/server.ts';

test('a day is that of the time zone of the company', () => {
  const instant = Date.parse('2026-11-27T23:30:00Z');
  assert.equal(isoDay(instant), '2026-11-28');
  assert.equal(formatDate(instant), '28 November 2026');
});

test('French has a word of its own for the first day of a month', () => {
  assert.equal(dateText('2026-12-01'), '1 December 2026');
  assert.equal(
    runInLanguage('fr', () => dateText('2026-12-01T23:30:00Z')),
    '1er décembre 2026',
  );
});

test('a day that a device has stored as text stays as it is', () => {
  for (const text of ['1 May 2026', '1er mai 2026', ''])
    assert.equal(
      runInLanguage('fr', () => dateText(text)),
      text,
    );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDate } from '#src/language/format-date.ts';
import { runInLanguage } from '#src/language/server.ts';

test('a day is written in the time zone of the company', () => {
  assert.equal(formatDate(Date.parse('2026-11-27T23:30:00Z')), '28 November 2026');
});

test('French has a word of its own for the first day of a month', () => {
  const first = Date.parse('2026-12-01T12:00:00Z');
  assert.equal(
    runInLanguage('fr', () => formatDate(first)),
    '1er décembre 2026',
  );
  assert.equal(formatDate(first), '1 December 2026');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDate } from '#src/language/format-date.ts';

test('a day is written in the time zone of the company', () => {
  assert.equal(formatDate(Date.parse('2026-11-27T23:30:00Z')), '28 November 2026');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from '#src/domain/api/response.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const table: readonly (readonly [string | string[] | undefined, number | undefined])[] = [
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7000],
  [['3', '9'], 3000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
];

for (const [header, ms] of table)
  test(`Retry-After ${JSON.stringify(header)} ${ms === undefined ? 'names no time' : `is ${ms} ms`}`, () =>
    assert.equal(retryAfterMs(header, now), ms));

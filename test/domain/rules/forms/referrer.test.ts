import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referrerOf, withReferrer } from '#src/domain/rules/forms/referrer.ts';

for (const [query, referrer] of [
  ['ref=staff', 'staff'],
  ['q=a&ref=%20staff+', 'staff'],
  ['ref=Staff', undefined],
  ['ref=', undefined],
  ['ref=else&ref=staff', undefined],
  ['href=staff', undefined],
] as const)
  test(`?${query} names ${referrer ?? 'no source of the visit'}`, () =>
    assert.equal(referrerOf(new URLSearchParams(query)), referrer));

for (const [address, withStaff] of [
  ['/', '/?ref=staff'],
  ['/?q=a', '/?q=a&ref=staff'],
  ['/#openings', '/?ref=staff#openings'],
  ['/?q=a#openings?', '/?q=a&ref=staff#openings?'],
] as const)
  test(`${address} becomes ${withStaff}`, () =>
    assert.equal(withReferrer(address, 'staff'), withStaff));

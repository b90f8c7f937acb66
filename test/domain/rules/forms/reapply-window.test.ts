import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reapplyWindowEnd } from '#src/domain/rules/forms/application.ts';

const instant = fc.date({
  min: new Date('1999-01-01T00:00:00Z'),
  max: new Date('2101-01-01T00:00:00Z'),
  noInvalidDate: true,
});

for (const [applied, again] of [
  ['2025-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
  ['2024-02-29T12:00:00.000Z', '2025-03-01T12:00:00.000Z'],
  ['2023-02-28T23:59:59.999Z', '2024-02-28T23:59:59.999Z'],
  ['2023-03-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['2027-12-31T23:59:59.999Z', '2028-12-31T23:59:59.999Z'],
] as const)
  test(`after an application at ${applied} the next is allowed from ${again}`, () =>
    assert.equal(reapplyWindowEnd(new Date(applied)).toISOString(), again));

test('the window is 365 or 366 days long and ends on the same day of the year or on 1 March', () => {
  fc.assert(
    fc.property(instant, (applied) => {
      const again = reapplyWindowEnd(applied);
      const days = (again.getTime() - applied.getTime()) / 86_400_000;
      assert.ok(days === 365 || days === 366, `${days} days`);
      const leapDay = applied.toISOString().slice(5, 10) === '02-29';
      assert.equal(
        again.toISOString().slice(5),
        leapDay
          ? applied.toISOString().slice(5).replace('02-29', '03-01')
          : applied.toISOString().slice(5),
      );
    }),
  );
});

test('a later application never ends the window earlier', () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [earlier, later] = one < other ? [one, other] : [other, one];
      assert.ok(reapplyWindowEnd(earlier) <= reapplyWindowEnd(later));
    }),
  );
});

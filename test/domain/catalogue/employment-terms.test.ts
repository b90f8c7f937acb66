import assert from 'node:assert/strict';
import { test } from 'node:test';
import { employmentCode, payUnit, unitsPerYear } from '#src/domain/catalogue/employment-terms.ts';
import { payText } from '#src/language/opening-facts.ts';
import { employmentText } from '#src/language/search-words.ts';

for (const [code, text] of [
  ['FULL_TIME', 'Full time'],
  ['PART_TIME', 'Part time'],
  ['CONTRACTOR', 'Contract'],
  ['TEMPORARY', 'Temporary'],
  ['INTERN', 'Internship'],
  ['VOLUNTEER', 'Volunteer'],
  ['PER_DIEM', 'By the day'],
  ['OTHER', 'Other'],
] as const)
  test(`${code} is an employment type of schema.org, shown as '${text}'`, () => {
    for (const type of [code, ` ${code.toLowerCase()} `])
      assert.deepEqual([employmentCode(type), employmentText(type)], [code, text]);
  });

test('any other employment type has no code, and is shown with spaces', () => {
  assert.deepEqual(
    [employmentCode('night_shift'), employmentCode(undefined)],
    [undefined, undefined],
  );
  assert.equal(employmentText(' night_shift '), 'night shift');
});

test('a pay unit has its text and the number of them in a year of full-time work', () => {
  for (const [code, text, perYear] of [
    ['HOUR', 'an hour', 2080],
    ['DAY', 'a day', 260],
    ['WEEK', 'a week', 52],
    ['MONTH', 'a month', 12],
    ['YEAR', 'a year', 1],
  ] as const) {
    const unit = ` ${code.toLowerCase()}`;
    assert.deepEqual([payUnit(unit), unitsPerYear[code]], [code, perYear]);
    assert.equal(payText({ min: 1, max: 1, currency: 'NGN', unit }), `₦1 ${text}`);
  }
  assert.equal(payUnit('DECADE'), undefined);
});

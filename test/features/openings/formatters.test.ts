import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { citiesOf, dateText, employmentText, payText } from '#src/features/openings/formatters.ts';

describe('the facts of an opening', () => {
  test('name each city once, in the order of the host', () => {
    const cities = ['Lagos', ' Abuja ', 'Lagos', '', 'Kano'].map((city) => ({ city }));
    assert.deepEqual(citiesOf(cities), ['Lagos', 'Abuja', 'Kano']);
  });

  for (const [salary, words] of [
    [{ min: 320000, max: 420000, currency: 'NGN', unit: 'MONTH' }, '₦320,000 to ₦420,000 a month'],
    [{ min: 1500, max: 1500, currency: 'NGN', unit: 'HOUR' }, '₦1,500 an hour'],
    [{ min: 9, max: 5.5, currency: 'NGN', unit: 'day' }, '₦5.5 to ₦9 a day'],
    [{ min: 10, max: 20, currency: 'cowries', unit: 'moon' }, 'cowries 10 to cowries 20 moon'],
    [{ min: 10, max: 10, currency: '', unit: '' }, '10'],
  ] as const)
    test(`say pay as '${words}'`, () => assert.equal(payText(salary), words));

  for (const [type, words] of [
    ['FULL_TIME', 'Full time'],
    ['intern', 'Internship'],
    ['ZERO_HOURS', 'ZERO HOURS'],
    ['Weekend work', 'Weekend work'],
  ] as const)
    test(`say the employment type ${type} as '${words}'`, () =>
      assert.equal(employmentText(type), words));

  test('say a date as the host wrote it, whatever the time zone', () => {
    assert.equal(dateText('2026-10-03'), '3 October 2026');
    assert.equal(dateText('2026-10-03T23:30:00-05:00'), '3 October 2026');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { phoneCountries } from '#src/config/phone-countries.ts';
import type { PhoneCountry } from '#src/domain/model/application-options.ts';
import { issueMessage } from '#src/domain/model/issues.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import { normalizeContactPhone, normalizePhone } from '#src/domain/rules/forms/phone.ts';
import { buildApplication } from '#test/support/build-application.ts';

const numbersOf = (...codes: string[]) => phoneCountries({ locale: 'en', phoneCountries: codes });

/** Returns the number that is sent, and the message about it. */
function judge(entered: string, countries: readonly PhoneCountry[]) {
  const settings = { phoneCountries: countries };
  const application = normalizeApplication(buildApplication({ phone: entered }), [], settings);
  const issue = validateApplication(application, [], settings).find(
    ({ field }) => field === 'phone',
  );
  return [application.phone, issue && issueMessage(issue)];
}

const minimum = 'Please enter at least 11 characters.';
const digits = 'Please enter only digits.';
const ofBoth = 'Please enter a valid phone number (Nigeria, Benin).';

describe('numbers of Nigeria and Benin', () => {
  for (const [entered, sent, message] of [
    ['0803 123 4567', '08031234567'],
    ['+234 803 123 4567', '08031234567'],
    ['+229 01 95 12 34 56', '+2290195123456'],
    ['00229 01 95 12 34 56', '+2290195123456'],
    ['2290195123456', '+2290195123456'],
    ['01 95 12 34 56', '+2290195123456'],
    ['tel:+229-01-95-12-34-56', '+2290195123456'],
    ['\u0660\u0661 95 12 34 56', '+2290195123456'],
    // Since 30 November 2024 numbers of Benin have ten digits.
    ['+229 95 12 34 56', '+22995123456', ofBoth],
    ['95 12 34 56', '95123456', minimum],
    // The length is right, but there is no such prefix.
    ['+229 01 00 00 00 00', '+2290100000000', ofBoth],
    ['+44 20 7946 0958', '+442079460958', ofBoth],
    ['0803 123 456', '0803123456', minimum],
    ['0803call567', '0803call567', digits],
    ['+234 803', '+234803', digits],
    ['', '', 'This field is required.'],
  ] as const)
    it(JSON.stringify(entered), () =>
      assert.deepEqual(judge(entered, numbersOf('NG', 'BJ')), [sent, message]),
    );
});

describe('numbers of Kenya, the first country, and of Nigeria', () => {
  const ofKenya = 'Please enter a valid phone number (Kenya, Nigeria).';
  for (const [entered, sent, message] of [
    ['0712 345 678', '0712345678'],
    ['+254 712 345 678', '0712345678'],
    ['254712345678', '0712345678'],
    ['712345678', '0712345678'],
    ['+234 803 123 4567', '+2348031234567'],
    ['0803 123 4567', '+2348031234567'],
    ['0000 000 0000', '00000000000', ofKenya],
    ['+229 01 95 12 34 56', '+2290195123456', ofKenya],
    ['0712', '0712', ofKenya],
    ['', '', 'This field is required.'],
  ] as const)
    it(JSON.stringify(entered), () =>
      assert.deepEqual(judge(entered, numbersOf('KE', 'NG')), [sent, message]),
    );
});

it('the examples are those of the countries', () =>
  assert.deepEqual(
    numbersOf('KE', 'BJ', 'US').map(({ example }) => example),
    ['0712 123456', '+2290195123456', '+12015550123'],
  ));

it('normalizing any text twice changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^(\+|00|tel:)?(229|234|254)?[0-9 ().-]{0,16}$/),
  );
  const countries = fc.constantFrom(
    numbersOf('NG', 'BJ'),
    numbersOf('KE', 'NG'),
    numbersOf('US', 'CA'),
  );
  fc.assert(
    fc.property(text, countries, (entered, numbers) => {
      const once = normalizePhone(entered, numbers);
      assert.equal(normalizePhone(once, numbers), once);
      const contact = normalizeContactPhone(entered, numbers);
      assert.equal(normalizeContactPhone(contact, numbers), contact);
    }),
    { numRuns: 300 },
  );
});

it('a message may have a number of any country; one of the configured countries is normalized', () => {
  const numbers = numbersOf('NG', 'BJ');
  const contact = (entered: string) => normalizeContactPhone(entered, numbers);
  assert.deepEqual(['0803 123 4567', '01 95 12 34 56', ' +44 20 7946 0958'].map(contact), [
    '08031234567',
    '+2290195123456',
    '+44 20 7946 0958',
  ]);
});

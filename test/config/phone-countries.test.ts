import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type CountryCode,
  getCountries,
  type MetadataJson,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import metadata from 'libphonenumber-js/metadata.max.json';
import { phoneCountries } from '#src/config/phone-countries.ts';
import { nigeria } from '#src/domain/model/application-options.ts';
import { isPhone, normalizePhone } from '#src/domain/rules/forms/phone.ts';

const codes = getCountries(metadata as unknown as MetadataJson);

/** The library with the metadata of one country alone: the international form of a number that is valid there. */
function byLibrary(text: string, code: CountryCode): string | undefined {
  const plan = metadata.countries[code];
  const library = {
    version: metadata.version,
    country_calling_codes: { [String(plan?.[0])]: [code] },
    countries: { [code]: plan },
  };
  const number = parsePhoneNumberFromString(text, code, library as unknown as MetadataJson);
  return number?.isValid() ? number.number : undefined;
}

const numbersOf = (...codes: string[]) => phoneCountries({ locale: 'en', phoneCountries: codes });

const near = (example: string) =>
  fc
    .tuple(
      fc.constantFrom('', '0', '1', '8'),
      fc.array(fc.tuple(fc.nat(example.length), fc.nat(9)), { maxLength: 4 }),
      fc.constantFrom(0, 0, 0, 1, -1),
    )
    .map(([before, changes, length]) => {
      const digits = [...example];
      for (const [place, digit] of changes) digits[place] = String(digit);
      return (
        before +
        digits.slice(0, digits.length + Math.min(length, 0)).join('') +
        (length > 0 ? '5' : '')
      );
    });

/** The first country has no numbers, so those of the second are sent in international form. */
const none = { ...nigeria, number: '(?!)', unprefixed: '(?!)' };

describe('numbers of every country of the library', () => {
  for (const code of codes)
    it(`${code}: valid where the library says so; normalizing twice changes nothing`, () => {
      const example: string = examples[code];
      const home = numbersOf(code);
      assert.ok(isPhone(example, home));
      assert.ok(isPhone(normalizePhone(home[0]?.example ?? '', home), home));
      if (code === 'NG') return;
      const abroad = [none, ...home];
      fc.assert(
        fc.property(near(example), fc.boolean(), (digits, isInternational) => {
          const text = isInternational ? `+${home[0]?.callingCode}${digits}` : digits;
          const sent = normalizePhone(text, abroad);
          assert.equal(isPhone(sent, abroad) ? sent : undefined, byLibrary(text, code));
          const once = normalizePhone(text, home);
          assert.equal(normalizePhone(once, home), once);
        }),
        { numRuns: 200, seed: 1 },
      );
    });
});

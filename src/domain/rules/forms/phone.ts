import { nigeria, type PhoneCountry } from '#src/domain/model/application-options.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { asciiDigits, normalizeLine, removeInvisible } from '../text/text.ts';

/**
 * Returns an entered number of one of the countries without separators: one of the first country as it is dialed there
 * (in Nigeria eleven digits with a leading 0), any other as `+…`. It accepts the calling code with or without +, a
 * number without the trunk prefix, a copied tel: link, and digits of any script. Any other text is no number.
 * @param home the country in which it is dialed
 */
export function normalizePhone(
  entered: string,
  countries: readonly PhoneCountry[],
  home: PhoneCountry | null = countries[0] ?? null,
): string {
  const text = asciiDigits(removeInvisible(entered))
    .replace(/[\uff01-\uff5e]/g, (fullWidth) => fullWidth.normalize('NFKC'))
    .replace(/(?:%20|[\s()./\-\u2010-\u2015\u2212])+/g, '')
    .replace(/^(?:tel:)+/i, '');
  for (const country of countries) {
    const number = nationalNumber(text, country);
    if (number === undefined) continue;
    const { trunkPrefix, callingCode } = country;
    return country === home ? trunkPrefix + number : `+${callingCode}${number}`;
  }
  return text;
}

export const isPhone = (phone: string, countries: readonly PhoneCountry[]): boolean =>
  countries.some((country) => nationalNumber(phone, country) !== undefined);

/** Returns a number without calling code and trunk prefix, if it is valid in the country. */
function nationalNumber(text: string, country: PhoneCountry): string | undefined {
  if (text.length > maxLength.phone) return undefined;
  const { callingCode, number, unprefixed = number, prefix, transform } = country;
  const prefixPattern = new RegExp(`^(?:${prefix})`);
  const local = text.replace(new RegExp(`^(?:\\+|00)?${callingCode}`), '');
  for (const form of new Set([text, local])) {
    const found = prefixPattern.exec(form) ?? [''];
    // As in libphonenumber, the prefix is transformed if its last group is present, and otherwise removed.
    const rest = found.length > 1 && transform && found.at(-1) !== undefined;
    const stripped = rest ? form.replace(prefixPattern, transform) : form.slice(found[0].length);
    if (stripped !== form && matches(stripped, number)) return stripped;
    if (matches(form, form === text ? unprefixed : number)) return form;
  }
  return undefined;
}

const matches = (text: string, pattern: string): boolean =>
  new RegExp(`^(?:${pattern})$`).test(text);

/** A contact message may have a number of any country. A number of an unconfigured country stays as entered. */
export function normalizeContactPhone(
  entered: string,
  countries: readonly PhoneCountry[] = [nigeria],
): string {
  const phone = normalizePhone(entered, countries);
  return isPhone(phone, countries) ? phone : normalizeLine(removeInvisible(entered));
}

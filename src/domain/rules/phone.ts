/**
 * A phone number as people write it, reduced to what the API takes: spaces, dashes, dots and brackets
 * dropped, the country code +234 turned into the leading 0. Anything else is left for the validator.
 */
export function normalizePhone(typed: string): string {
  const digits = typed.trim().replace(/[\s().\-\u2010-\u2015]+/g, '');
  return digits.replace(/^(?:\+|00)2340?(?=\d{10}$)/, '0');
}

import { asciiDigits, normalizeLine, removeInvisible } from '#src/domain/rules/text/text.ts';

/**
 * Returns an entered number without separators, in the form that the site's country dials at home: eleven digits with a
 * leading 0. It accepts the country code with or without +, a mobile number without the 0, a copied tel: link, and digits of
 * any script. The validation rejects what is left of any other text.
 */
export function normalizePhone(entered: string): string {
  return asciiDigits(removeInvisible(entered))
    .replace(/[\uff01-\uff5e]/g, (fullWidth) => fullWidth.normalize('NFKC'))
    .replace(/(?:%20|[\s()./\-\u2010-\u2015\u2212])+/g, '')
    .replace(/^(?:tel:)+/i, '')
    .replace(/^(?:\+|00)?2340?(?=\d{10}$)/, '0')
    .replace(/^(?=[789][01]\d{8}$)/, '0');
}

/** A contact message may have a number of any country: one that is not of the site's country stays as it was entered. */
export function normalizeContactPhone(entered: string): string {
  const national = normalizePhone(entered);
  return /^0\d{10}$/.test(national) ? national : normalizeLine(removeInvisible(entered));
}

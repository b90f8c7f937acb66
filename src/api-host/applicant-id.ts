import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so that it survives being read out and written down. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new applicant id that cannot be guessed (60 random bits): three groups of four, `7KQM-3XWD-9RTZ`. */
export function newApplicantId(): string {
  const letters = Array.from(randomBytes(12), (byte) => alphabet[byte % alphabet.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

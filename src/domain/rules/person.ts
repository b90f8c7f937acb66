/**
 * Two spellings of an email address belong to one person if they are equal after NFKC, trimming and lower case. NUL and
 * halves of surrogate pairs, which no database stores, make no difference.
 */
export const personKey = (emailaddress: string): string =>
  emailaddress
    .replaceAll('\0', '')
    // Firefox has `toWellFormed` only since version 119.
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFKC')
    .trim()
    .toLowerCase();

/**
 * The key of a person: two spellings of an email address are one person if they are equal after NFKC, trimming and lower
 * case. NUL and halves of surrogate pairs, which no database stores, make no difference.
 */
export const personKey = (emailaddress: string): string =>
  emailaddress
    .replaceAll('\0', '')
    // As `toWellFormed`, which Firefox has since 119.
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFKC')
    .trim()
    .toLowerCase();

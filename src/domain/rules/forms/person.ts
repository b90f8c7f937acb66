import { toWellFormed } from '#src/domain/rules/text/text.ts';

/** NUL and halves of surrogate pairs, which no database stores, make no difference. */
export const personKey = (emailaddress: string): string =>
  toWellFormed(emailaddress.replaceAll('\0', '')).normalize('NFKC').trim().toLowerCase();

/** Returns the mailbox of an address: without its +tag, and without dots where the provider ignores them. */
export function mailboxKey(emailaddress: string): string {
  const [name = '', domain = ''] = personKey(emailaddress).split(/@(?=[^@]*$)/);
  const mailbox = name.split('+', 1)[0] || name;
  return /^(?:gmail|googlemail)\.com$/.test(domain)
    ? `${mailbox.replaceAll('.', '')}@gmail.com`
    : `${mailbox}@${domain}`;
}

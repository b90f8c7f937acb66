import { toWellFormed } from '../text/text.ts';

/** Identifies a person by the address, also once it was stored without NUL and halves of surrogate pairs. */
export const personKey = (emailaddress: string): string =>
  toWellFormed(emailaddress.replaceAll('\0', '')).normalize('NFKC').trim().toLowerCase();

/** How mail providers deliver different spellings to one mailbox. Most providers ignore a +tag too. */
const providers: readonly {
  /** Domains at which a name is the same mailbox. */
  readonly domains: readonly string[];
  /** The characters of a name that the provider ignores. */
  readonly ignored?: RegExp;
  /** Mail to any name at the subdomain `ada` goes to the mailbox `ada`. */
  readonly hasSubdomains?: true;
}[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  { domains: ['fastmail.com'], hasSubdomains: true },
  { domains: ['fastmail.fm'], hasSubdomains: true },
];

/** Returns a key for the mailbox of an address, by which mail is limited. All spellings of a mailbox have one key. */
export function mailboxKey(emailaddress: string): string {
  const [name = '', host = ''] = personKey(emailaddress).split(/@(?=[^@]*$)/);
  const [subdomain, ...parent] = host.split('.').slice(-3);
  const providerOf = (domain: string) => providers.find(({ domains }) => domains.includes(domain));
  const above = providerOf(parent.join('.'));
  const isSubdomain = subdomain !== undefined && above?.hasSubdomains === true;
  const provider = isSubdomain ? above : providerOf(host);
  const tagged = isSubdomain ? subdomain : name;
  const untagged = tagged.split('+', 1)[0] || tagged;
  const mailbox = (provider?.ignored && untagged.replaceAll(provider.ignored, '')) || untagged;
  return `${mailbox}@${provider?.domains[0] ?? host}`;
}

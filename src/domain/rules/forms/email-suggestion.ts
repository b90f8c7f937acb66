import { editDistance } from '../text/edit-distance.ts';

const commonDomains =
  `gmail.com yahoo.com hotmail.com outlook.com icloud.com live.com ymail.com aol.com msn.com
  googlemail.com rocketmail.com protonmail.com proton.me yahoo.co.uk hotmail.co.uk mail.com me.com
  gmx.com zoho.com yandex.com`.split(/\s+/);

const lettersOf = (text: string): string => [...text].sort().join('');

/** Whether one letter is missing, added or replaced, or two letters are in the wrong order. */
function isMistyped(typed: string, domain: string): boolean {
  const distance = editDistance(typed, domain);
  return distance === 1 || (distance === 2 && lettersOf(typed) === lettersOf(domain));
}

/** Returns the address that was probably meant. It is only a suggestion, because the entered domain may exist. */
export function suggestEmail(address: string): string | undefined {
  const [, name, typed = ''] = /^\s*([^\s@]+)@([^\s@]{4,20})\s*$/.exec(address) ?? [];
  const entered = typed.toLowerCase();
  if (name === undefined || commonDomains.includes(entered)) return undefined;
  const meant = commonDomains.find((domain) => isMistyped(entered, domain));
  return meant && `${name}@${meant}`;
}

/** The skins of tokens.css; the first is the default. */
export const skins = ['tamarind', 'basil', 'beet', 'turmeric'] as const;
const schemes = ['system', 'light', 'dark'] as const;

/** What a device stores has this name (browser/storage.ts). The attribute of <html> is `data-` and this name. */
export type Choice = 'skin' | 'scheme';

/** The first value of each list is the default. */
export const choices: Record<Choice, readonly string[]> = {
  skin: skins,
  scheme: schemes,
};

export function validChoice(choice: Choice, stored: string | null | undefined): string {
  return choices[choice].find((value) => value === stored) ?? choices[choice][0] ?? '';
}

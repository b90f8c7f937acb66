/** The skins of tokens.css; the first is the default. */
export const skins = [
  { value: 'tamarind', label: 'Tamarind' },
  { value: 'basil', label: 'Basil' },
  { value: 'beet', label: 'Beet' },
  { value: 'turmeric', label: 'Turmeric' },
] as const;

export const schemes = [
  { value: 'system', label: 'As my device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** A key of localStorage. The attribute of <html> is `data-` and this name. */
export type Choice = 'skin' | 'scheme';

/** The first value of each list is the default. */
export const choices: Record<Choice, readonly string[]> = {
  skin: skins.map(({ value }) => value),
  scheme: schemes.map(({ value }) => value),
};

export function validChoice(choice: Choice, stored: string | null | undefined): string {
  return choices[choice].find((value) => value === stored) ?? choices[choice][0] ?? '';
}

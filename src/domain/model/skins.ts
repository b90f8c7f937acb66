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

/** A key of localStorage; the attribute on <html> is `data-` and this name. */
export type Choice = 'skin' | 'scheme';

/** The valid values of each choice, the default first. */
export const choices: Record<Choice, readonly string[]> = {
  skin: skins.map(({ value }) => value),
  scheme: schemes.map(({ value }) => value),
};

/** The stored value if it is valid, else the default. */
export function validChoice(choice: Choice, stored: string | null | undefined): string {
  return choices[choice].find((value) => value === stored) ?? choices[choice][0] ?? '';
}

/** The skins of tokens.css, each with the name people read; the first is the default. */
export const SKINS = [
  { value: 'tamarind', label: 'Tamarind' },
  { value: 'basil', label: 'Basil' },
  { value: 'beet', label: 'Beet' },
  { value: 'turmeric', label: 'Turmeric' },
] as const;

export const SCHEMES = [
  { value: 'system', label: 'As my device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** What is chosen; also the names in localStorage and of the data attributes on <html>. */
export type Choice = 'skin' | 'scheme';

const KNOWN: Record<Choice, readonly string[]> = {
  skin: SKINS.map(({ value }) => value),
  scheme: SCHEMES.map(({ value }) => value),
};

/** What a stored value means: itself where it is known, else the default. */
export function chosen(choice: Choice, stored: string | null | undefined): string {
  return KNOWN[choice].find((value) => value === stored) ?? KNOWN[choice][0] ?? '';
}

/**
 * A script for the document's head, run before anything is painted: the remembered skin and scheme
 * go onto <html>. The same bytes for every visitor, so pages stay cacheable and a CSP can name its hash.
 */
export const skinScript = `(function(r,k){try{for(var c in k){var v=localStorage.getItem(c);if(k[c].indexOf(v)>0)r.setAttribute("data-"+c,v)}}catch(e){}})(document.documentElement,${JSON.stringify(KNOWN)})`;

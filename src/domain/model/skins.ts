/** The palettes of the build: the first is `:root` in `src/styles/tokens.css`, the others are in `palettes.css`. */
export const palettes = ['clay', 'basil', 'beet', 'turmeric'] as const;
/** The first is the default. */
export const schemes = ['system', 'light', 'dark'] as const;

/** The name of the stored choice (browser/storage.ts). The attribute of <html> is `data-` and this name. */
export type Choice = 'skin' | 'scheme';

/** @param options the values of the site; the first is the default */
export const validChoice = (options: readonly string[], stored: string | null | undefined) =>
  options.find((value) => value === stored) ?? options[0] ?? '';

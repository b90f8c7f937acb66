import { language } from '#language';

/**
 * Returns the address of a path, which may have a query and a fragment, in the current language or another.
 */
export const inLanguage = (
  path: string,
  { prefix }: { readonly prefix: string } = language(),
): string => (prefix !== '' && /^\/(?:[?#]|$)/.test(path) ? prefix + path.slice(1) : prefix + path);

/** Returns a path of the current language in the form of the table of routes. */
export const withoutLanguage = (path: string): string =>
  path.slice(language().prefix.length) || '/';

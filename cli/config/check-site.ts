import { sitePictures } from '#src/config/pictures.ts';
import { loadedSite } from '#src/config/site.ts';
import { readSiteFile } from '#src/config/site-file.ts';
import { SiteConfigError } from '#src/config/site-schema.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { routeOf, routes } from '#src/routes.ts';

/**
 * Checks the pictures and links of the site config of this process, whose values have been checked when it was read, and
 * returns what it has. @throws SiteConfigError
 */
export function checkLoadedSite(): string {
  const { file, languages } = loadedSite;
  const [{ site }] = languages;
  const { describe } = readSiteFile(file);
  const faults = linksIn(site).flatMap(([path, href]) =>
    href.startsWith('/') && routeOf(href.replace(/#.*/, '')) === routes['/*']
      ? [describe({ path, message: 'is no page of the site' })]
      : [],
  );
  const pictures = sitePictures();
  if (faults.length > 0) throw new SiteConfigError(faults);
  const tags = languages.map(({ tag }) => tag).join(', ');
  return `${file} is valid: ${tags}, ${counted(pictures.length, 'picture')}, companies: ${site.companies.items.length}`;
}

function linksIn(
  part: unknown,
  path: readonly string[] = [],
): [path: readonly string[], href: string][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]): [readonly string[], string][] =>
    key === 'href' ? [[[...path, key], String(value)]] : linksIn(value, [...path, key]),
  );
}

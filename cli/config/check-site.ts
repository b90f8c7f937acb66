import { canHave } from '#src/config/features.ts';
import { mayBeLeftOut } from '#src/config/needed-documents.ts';
import { sitePictures } from '#src/config/pictures.ts';
import { loadedSite } from '#src/config/site.ts';
import { readSiteFile, SiteConfigError } from '#src/config/site-file.ts';
import type { SiteConfig } from '#src/config/site-schema.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { routeOf, routes } from '#src/routes.ts';

/**
 * Checks the pictures and links of the site config of this process, and returns a summary of it. Its values were
 * checked when it was read. @throws SiteConfigError
 */
export function checkLoadedSite(): string {
  const { file, languages } = loadedSite;
  const [{ site }] = languages;
  const { describe, values } = readSiteFile(file);
  const faults = linksIn(values)
    .filter(([, href]) => leadsNowhere(href))
    .map(([path]) => describe({ path, message: 'is no page or section of the site' }));
  const pictures = sitePictures();
  if (faults.length > 0) throw new SiteConfigError(faults);
  const tags = languages.map(({ tag }) => tag).join(', ');
  return [
    `${file} is valid: ${tags}, ${counted(pictures.length, 'picture')}, companies: ${site.companies.items.length}`,
    ...nigerianDefaults(site).map((name) => `${name} is not set: it is that of Nigeria`),
  ].join('\n');
}

/** Returns the defaults of the specification that fit Nigeria only, if another country is the first. */
function nigerianDefaults({ region, application, documents }: SiteConfig): string[] {
  if (region.phoneCountries[0] === 'NG') return [];
  return [
    ...(application.educations ? [] : ['application.educations']),
    ...(['nysc', 'waec'] as const)
      .filter((type) => !documents[type]?.label && !mayBeLeftOut(type, documents))
      .map((type) => `documents.${type}.label`),
  ];
}

const leadsNowhere = (href: string): boolean =>
  href.startsWith('/') &&
  !canHave(href) &&
  (href.startsWith('/#') || routeOf(href.replace(/#.*/, '')) === routes['/*']);

function linksIn(
  part: unknown,
  path: readonly string[] = [],
): [path: readonly string[], href: string][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]): [readonly string[], string][] =>
    key === 'href' ? [[[...path, key], String(value)]] : linksIn(value, [...path, key]),
  );
}

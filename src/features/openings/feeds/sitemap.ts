import { openingHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { statusAt } from '#src/config/site-time.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { xml, xmlDocument } from '#src/html/xml.ts';
import { inLanguage } from '#src/language/paths.ts';
import { languages } from '#src/language/server.ts';
import { isServed, type Route, routes } from '#src/routes.ts';
import { readCatalogue } from '../data/openings-source.ts';
import { alternatesOf, languageOfOpening } from '../sharing/alternates.ts';

/** Responds with the sitemap. If there is neither an API host nor a last good copy, it rejects (500). */
export async function sitemapResponse(): Promise<Response> {
  const { catalogue } = await readCatalogue();
  const body = sitemap(settings().siteOrigin, catalogue.openings, new Date());
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

/**
 * Lists the openings that are not closed. The protocol (sitemaps.org) allows 50,000 URLs in a file: those of `listLimits.items`
 * openings in two languages.
 */
export function sitemap(origin: string, openings: readonly Opening[], now: Date): string {
  const statusOf = statusAt(now);
  const open = openings.filter((one) => statusOf(one) !== 'closed');
  return xmlDocument(
    xml(
      'urlset',
      sitemapUrls(origin, open).map(({ url, path, own }) =>
        xml('url', [xml('loc', url), ...(own ? [] : alternates(origin, path))]),
      ),
      {
        xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
        'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
      },
    ),
  );
}

/** `own` is the only language in which the page of an opening is listed. */
function sitemapUrls(origin: string, openings: readonly Opening[]) {
  const listed = Object.entries<Route>(routes).filter(
    ([, route]) => route.isInSitemap && isServed(route),
  );
  // The pattern of an opening is the only one here with a parameter.
  const pages = listed.flatMap(([path]) =>
    path.includes(':')
      ? openings.map((opening) => ({
          path: openingHref(opening.id),
          own: languageOfOpening(opening),
        }))
      : [{ path, own: undefined }],
  );
  return languages.flatMap((language) =>
    pages
      .filter(({ own = language }) => own === language)
      .map((page) => ({ ...page, url: origin + inLanguage(page.path, language) })),
  );
}

const alternates = (origin: string, path: string): string[] =>
  alternatesOf(origin, path).map(({ hrefLang: hreflang, href }) =>
    xml('xhtml:link', [], { rel: 'alternate', hreflang, href }),
  );

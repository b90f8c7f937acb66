import { openingHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { allOpenings } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { xml, xmlDocument } from '#src/html/xml.ts';
import { inLanguage } from '#src/language/paths.ts';
import { languages } from '#src/language/server.ts';
import { isServed, type Route, routes } from '#src/routes.ts';
import { alternatesOf, languageOfOpening } from '../alternates.ts';
import { readCatalogue } from '../openings-source.ts';

/** The protocol limits the URLs in one file. */
const maxUrls = 50_000;
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Responds with a file of the sitemap. If there is neither an API host nor a last good copy, it rejects (500). */
export async function sitemapResponse(part?: number): Promise<Response> {
  const { catalogue } = await readCatalogue();
  const { openings } = await catalogue.ask(allOpenings, new Date());
  const body = sitemap(settings().siteOrigin, openings, part);
  if (body === undefined) return new Response('There is no such file.\n', { status: 404 });
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

/**
 * Returns a file of the sitemap (sitemaps.org). Without `part` it has all pages; if there are more than 50,000, it is the
 * index of the parts. `part` is a number from 1. The result is undefined for a part that does not exist.
 */
export function sitemap(
  origin: string,
  openings: readonly Opening[],
  part?: number,
): string | undefined {
  const urls = sitemapUrls(origin, openings);
  const parts = Math.ceil(urls.length / maxUrls);
  if (part === undefined && parts > 1)
    return file(
      'sitemapindex',
      Array.from({ length: parts }, (_, index) =>
        xml('sitemap', [xml('loc', `${origin}/sitemaps/${index + 1}.xml`)]),
      ),
    );
  if (part !== undefined && (part < 1 || part > parts || parts === 1)) return undefined;
  const first = ((part ?? 1) - 1) * maxUrls;
  return file(
    'urlset',
    urls
      .slice(first, first + maxUrls)
      .map(({ url, path, own }) =>
        xml('url', [xml('loc', url), ...(own ? [] : alternates(origin, path))]),
      ),
  );
}

/** `own` is the only language in which the page of an opening is listed. */
function sitemapUrls(origin: string, openings: readonly Opening[]) {
  const listed = Object.entries<Route>(routes).filter(
    ([, route]) => route.isInSitemap && isServed(route),
  );
  // The only pattern with a parameter among them is that of an opening.
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

const file = (root: string, entries: ReturnType<typeof xml>[]): string =>
  xmlDocument(
    xml(root, entries, { xmlns: namespace, 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' }),
  );

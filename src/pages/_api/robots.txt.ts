import { settings } from '#src/config/settings.ts';

/**
 * All pages may be read but lists in another order; /feedback excludes itself by a meta element, which a crawler has to
 * read.
 */
export const GET = async () =>
  new Response(
    `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /*sort=\n\nSitemap: ${settings().siteOrigin}/sitemap.xml\n`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );

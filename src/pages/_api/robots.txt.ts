import { settings } from '#src/config/settings.ts';

/** /feedback excludes itself by a meta element, which a crawler must read. */
export const GET = async () =>
  new Response(
    `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /*/api/\nDisallow: /*sort=\n\nSitemap: ${settings().siteOrigin}/sitemap.xml\n`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );

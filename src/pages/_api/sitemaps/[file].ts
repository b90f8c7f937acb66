import { sitemapResponse } from '#src/features/openings/feeds/sitemap.ts';

/** A sitemap with more than 50,000 pages has parts: /sitemaps/1.xml and so on. */
export async function GET(request: Request): Promise<Response> {
  const [, part] = /\/(\d{1,4})\.xml$/.exec(new URL(request.url).pathname) ?? [];
  return sitemapResponse(part === undefined ? 0 : Number(part));
}

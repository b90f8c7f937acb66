import { sitemapResponse } from '#src/features/openings/feeds/sitemap.ts';

export const GET = () => sitemapResponse();

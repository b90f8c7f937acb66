import { sitemapResponse } from '#src/features/openings/sitemap.ts';

export const GET = () => sitemapResponse();

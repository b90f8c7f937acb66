import { feedResponse } from '#src/features/openings/feeds/feeds.ts';

export const GET = (request: Request) => feedResponse(request, 'rss');

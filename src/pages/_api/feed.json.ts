import { feedResponse } from '#src/features/openings/feeds.ts';

export const GET = (request: Request) => feedResponse(request, 'json');

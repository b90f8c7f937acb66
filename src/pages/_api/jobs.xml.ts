import { jobBoardResponse } from '#src/features/openings/feeds/job-board-feed.ts';

export const GET = (request: Request) => jobBoardResponse(request);

import { jobBoardResponse } from '#src/features/openings/job-board-feed.ts';

export const GET = (request: Request) => jobBoardResponse(request);

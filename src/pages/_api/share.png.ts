import { pictureResponse } from '#src/features/openings/sharing/share-picture.ts';

export const GET = (request: Request) => pictureResponse(request);

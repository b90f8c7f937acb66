import { pictureResponse } from '#src/features/openings/sharing/share-picture.ts';

/** The picture of the site for previews of its links. */
export const GET = (request: Request) => pictureResponse(request);

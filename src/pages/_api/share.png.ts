import { pictureResponse } from '#src/features/openings/sharing/share-picture.ts';

/** Previews of the site's links show this picture. */
export const GET = (request: Request) => pictureResponse(request);

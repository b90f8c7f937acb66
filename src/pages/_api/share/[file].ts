import { openingIdOf } from '#src/addresses.ts';
import { pictureResponse } from '#src/features/openings/sharing/share-picture.ts';

/** The path is that of an opening's picture: /share/11.png. */
export async function GET(request: Request): Promise<Response> {
  const [, id = ''] = /^\/share\/([^/]+)\.png$/.exec(new URL(request.url).pathname) ?? [];
  return pictureResponse(request, openingIdOf(id));
}

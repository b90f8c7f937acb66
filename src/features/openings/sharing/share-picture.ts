import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { texts as currentTexts } from '#language';
import { siteIcon } from '#src/config/site-icon.ts';
import { retryAfter } from '#src/domain/api/failures.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { factsOf, placesText } from '#src/language/opening-facts.ts';
import { createClientLimit } from '#src/limits/client-limit.ts';
import { networkOf } from '#src/limits/rate-limiter.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import { findOpening } from '../data/find-opening.ts';
import { drawPicture, type PictureTexts, siteTexts } from './draw-picture.ts';

export const textsOf = (opening: Opening): PictureTexts => ({
  title: opening.role_name,
  place: placesText(opening),
  facts: factsOf(opening, ['company', 'type', 'pay']).join(' · '),
});

/** Responds with the picture of an opening, or of the site without an `id`, or with 404 for a missing opening. */
export async function pictureResponse(request: Request, id?: string): Promise<Response> {
  const outcome = id === undefined ? undefined : await findOpening(id);
  if (outcome?.kind === 'unavailable') return failedResponse(503);
  if (outcome && outcome.kind !== 'found')
    return new Response(`${currentTexts().errors.noFile}\n`, { status: 404 });
  const texts = outcome ? textsOf(outcome.opening) : siteTexts();
  return drawnResponse(request, texts);
}

export const iconResponse = (request: Request) => drawnResponse(request, 'icon');

async function drawnResponse(request: Request, content: PictureTexts | 'icon'): Promise<Response> {
  const drawn = JSON.stringify([content, siteIcon().path]);
  const key = hash('sha256', drawn, 'base64url').slice(0, 22);
  const headers = {
    etag: `"${key}"`,
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  };
  if (request.headers.get('if-none-match')?.includes(headers.etag))
    return new Response(null, { status: 304, headers });
  try {
    const body = await pictures.fetch(key, { context: content });
    if (!body) return failedResponse(503);
    const type = { 'content-type': 'image/png', 'content-length': String(body.length) };
    return new Response(body, { headers: { ...headers, ...type } });
  } catch (err) {
    log().error({ event: 'picture-failed', err });
    return failedResponse(500);
  }
}

const failedResponse = (status: 500 | 503) =>
  new Response(`${currentTexts().errors.failed}\n`, { status, headers: retryAfter('busy') });

/** The library draws in another thread. With one picture at a time, the other processors serve pages. */
const drawing = pLimit(1);
/** The maximum number of waiting pictures, of all clients and of one network. Further requests get a 503. */
const maxWaiting = 50;
const maxWaitingOfNetwork = 10;
const beginFor = createClientLimit(maxWaitingOfNetwork);

/** The keys are the texts of the pictures. A picture has about 20 kB. */
const pictures = new LRUCache<string, Buffer<ArrayBuffer>, PictureTexts | 'icon'>({
  max: 300,
  // A request that waits for a picture gets it, even if the cache has removed the picture meanwhile.
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _earlier, { context: content }) => {
    const network = networkOf(requestContext().remoteAddress);
    const end = drawing.pendingCount < maxWaiting ? beginFor(network) : undefined;
    return end && drawing(() => drawPicture(content)).finally(end);
  },
});

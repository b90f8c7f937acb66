import type { Opening } from '#src/domain/model/opening.ts';
import { withStaleFallback } from '#src/server/api-client.ts';
import { log } from '#src/server/logger.ts';
import { requestContext } from '#src/server/request-context.ts';

/** What became of looking for one opening. `staleSince`: the API did not answer, and this was true then. */
export type FoundOpening =
  | { readonly kind: 'found'; readonly opening: Opening; readonly staleSince?: Date }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' };

/** Section 7, findopening. Never rejects. */
export async function findOpening(id: string): Promise<FoundOpening> {
  try {
    const { value: opening, staleSince } = await withStaleFallback((client) =>
      client.findOpening(id),
    );
    if (!opening) return { kind: 'unknown' };
    return { kind: 'found', opening, ...(staleSince && { staleSince }) };
  } catch (err) {
    log().warn({ event: 'opening-unavailable', err });
    requestContext().unavailable();
    return { kind: 'unavailable' };
  }
}

import type { MiddlewareHandler } from 'hono';
import { withReferrer } from '#src/html/referrer-links.ts';
import { replaceResponse } from '#src/request/error-response.ts';

/**
 * Adds the `ref` of a page's address to its links to openings and to home, so that 'How you found us' stays preselected
 * on the way to the form, without script too. Here and not in the pages, because most parts of them, such as the menu and
 * the panels of the list, are rendered once for all visitors.
 */
export function referrerLinks({ codes }: { readonly codes: readonly string[] }): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const ref = c.req.query('ref')?.trim() ?? '';
    const { body, headers, status } = c.res;
    if (!codes.includes(ref) || !body || !headers.get('content-type')?.startsWith('text/html'))
      return;
    replaceResponse(c, new Response(body.pipeThrough(addToLinks(ref)), { status, headers }));
  };
}

/** Keeps back what follows the last `<`, because a tag may be cut. */
function addToLinks(ref: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pending = '';
  return new TransformStream({
    transform(chunk, controller) {
      pending += decoder.decode(chunk, { stream: true });
      const end = pending.lastIndexOf('<');
      if (end <= 0) return;
      controller.enqueue(encoder.encode(withReferrer(pending.slice(0, end), ref)));
      pending = pending.slice(end);
    },
    flush(controller) {
      pending += decoder.decode();
      if (pending !== '') controller.enqueue(encoder.encode(withReferrer(pending, ref)));
    },
  });
}

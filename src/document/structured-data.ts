import type { MiddlewareHandler } from 'hono';
import type { SiteEnv } from '#src/server/request-context.ts';
import { replaceResponse } from '../server/error-response.ts';

const headEnd = '</head>';

/**
 * Inserts the structured data of a page (`addStructuredData`) at the end of its head, as JSON-LD. Here
 * and not in a component, because React places no script in the head and would send the data a second time for hydration.
 */
export function structuredData(): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const data: object[] = [];
    c.set('structuredData', data);
    await next();
    const { body, headers, status } = c.res;
    if (!body || !headers.get('content-type')?.startsWith('text/html')) return;
    const inserted = body.pipeThrough(insertBeforeHeadEnd(() => data.map(jsonLdScript).join('')));
    replaceResponse(c, new Response(inserted, { status, headers }));
  };
}

/** Stores the page until the end of its head, then calls `html` once and passes the rest unchanged. */
function insertBeforeHeadEnd(html: () => string): TransformStream<Uint8Array, Uint8Array> {
  let pending: Buffer | undefined = Buffer.alloc(0);
  return new TransformStream({
    transform(chunk, controller) {
      if (!pending) return controller.enqueue(chunk);
      pending = Buffer.concat([pending, chunk]);
      const index = pending.indexOf(headEnd);
      if (index === -1) return;
      const added = Buffer.from(html());
      controller.enqueue(
        Buffer.concat([pending.subarray(0, index), added, pending.subarray(index)]),
      );
      pending = undefined;
    },
    flush(controller) {
      if (pending?.length) controller.enqueue(pending);
    },
  });
}

/**
 * A script element with JSON-LD. A browser does not run it; escaped is what could end the element, or what JavaScript
 * and JSON read differently.
 */
export function jsonLdScript(data: object): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/ld+json">${json}</script>`;
}

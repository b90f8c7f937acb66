import type { MiddlewareHandler } from 'hono';
import { replaceResponse } from '#src/request/error-response.ts';
import { etagOf } from '#src/request/etag.ts';
import { createPageRecord } from '#src/request/page-record.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { isServerFunctionPath } from '#src/routes.ts';
import { createPageRewriter, type RewriteOptions } from './rewrite-page.ts';
import { isOptimized } from './switch.ts';

/**
 * Changes each HTML page that Waku renders: structured data is added to its head, and it gets a policy that allows the
 * inline scripts of the renderer only. Waku and React write a nonce into these scripts
 * (`src/pages/_interceptors/nonce.ts`). If the sanitizer missed a script in a description, it has no nonce.
 *
 * A page is sent once it is complete, without the nonce, with the hashes of its scripts, an ETag and a length. It is
 * equal for all visitors and can be stored. A page that has waited too long for the API host (`isStreamed`) is streamed
 * with its nonce, so that the visitor sees the loading dialog. It is not stored.
 *
 * A page that sets a policy itself keeps this policy and its own styles.
 */
export function finishPages(options: {
  /**
   * Returns the policy that allows the inline scripts of a page, which have the nonce or these contents. If it is undefined,
   * no policy is sent, because Vite's dev server adds inline scripts.
   */
  readonly policy:
    | ((
        allowed: { readonly nonce: string } | { readonly scripts: readonly (string | Buffer)[] },
      ) => string)
    | undefined;
  readonly firstPaint?: RewriteOptions['firstPaint'];
}): MiddlewareHandler<SiteEnv> {
  const { policy } = options;
  return async (c, next) => {
    const record = c.env?.record ?? createPageRecord();
    c.set('record', record);
    await next();
    const { body, headers, status } = c.res;
    if (!body) return;
    if (!headers.get('content-type')?.startsWith('text/html')) {
      // The result of a server function is streamed too.
      if (isServerFunctionPath(c.req.path))
        replaceResponse(c, new Response(rewriteStream(body, unchanged), { status, headers }));
      return;
    }
    const ownPolicy = headers.get('content-security-policy');
    const sent = new Headers(headers);
    // In development Waku keeps the stream of a page open for some seconds.
    const isStreamed = record.isStreamed || !isOptimized;
    const rewriter = createPageRewriter(record, {
      keepsNonce: isStreamed,
      firstPaint: ownPolicy ? undefined : options.firstPaint,
    });
    if (isStreamed) {
      if (policy && !ownPolicy)
        sent.set('content-security-policy', policy({ nonce: record.nonce }));
      sent.set('cache-control', noStore);
      const stream = rewriteStream(body, rewriter);
      return replaceResponse(c, new Response(stream, { status, headers: sent }));
    }
    const complete = Buffer.from(await c.res.arrayBuffer());
    const bytes = Buffer.concat([...rewriter.write(complete), ...rewriter.end()]);
    const pagePolicy = ownPolicy ?? policy?.({ scripts: rewriter.scripts }) ?? '';
    if (policy) sent.set('content-security-policy', pagePolicy);
    if (status === 200 && c.req.method !== 'POST') {
      // The ETag depends on the policy, because a browser that has stored the page uses the stored policy after a 304.
      sent.set('etag', etagOf(bytes, pagePolicy));
      if (!sent.has('cache-control')) sent.set('cache-control', 'no-cache');
    } else if (!sent.has('cache-control')) sent.set('cache-control', noStore);
    sent.set('content-length', String(bytes.length));
    replaceResponse(c, new Response(bytes, { status, headers: sent }));
  };
}

/** Ends a render whose visitor has left. It has a `digest`, because Waku logs errors without one. */
class VisitorLeft extends Error {
  override readonly name = 'VisitorLeft';
  readonly digest = 'visitor-left';
}

interface Rewriter {
  write(chunk: Uint8Array): readonly Uint8Array[];
  end(): readonly Uint8Array[];
}
const unchanged: Rewriter = { write: (chunk) => [chunk], end: () => [] };

/** Changes a body while it is rendered. */
function rewriteStream(body: ReadableStream<Uint8Array>, { write, end }: Rewriter) {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (parts: readonly Uint8Array[]) => {
        for (const part of parts) if (part.length > 0) controller.enqueue(part);
      };
      for (let read = await reader.read(); !read.done; read = await reader.read())
        send(write(read.value));
      send(end());
      controller.close();
    },
    cancel: () => reader.cancel(new VisitorLeft()),
  });
}

import type { MiddlewareHandler } from 'hono';
import pTimeout from 'p-timeout';
import { browserTexts, browserTextsId } from '#src/language/server.ts';
import { replaceResponse } from '#src/request/error-response.ts';
import { etagOf } from '#src/request/etag.ts';
import { createPageRecord } from '#src/request/page-record.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { isServerFunctionPath } from '#src/routes.ts';
import { createPageRewriter, type RewriteOptions } from './rewrite-page.ts';

/**
 * Changes each HTML page that Waku renders: structured data is added to its head, and it gets a policy that allows the
 * inline scripts of the renderer only. Waku and React write a nonce into those (`src/pages/_interceptors/nonce.ts`); a
 * script in a description that the sanitizer missed has none.
 *
 * A page that is complete in time is sent without the nonce, with the hashes of its scripts, an ETag and a length: it is
 * equal for all visitors and can be stored. A page that waits for the API host is streamed with its nonce, so that the
 * visitor sees the loading dialog, and is not stored.
 *
 * A page that sets a policy itself keeps that one, and has its own styles.
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
  /**
   * The time that the data of a page may take before the page is streamed, in milliseconds. With 0 every page is streamed.
   */
  readonly timeoutMs: number;
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
        replaceResponse(c, new Response(readPage(body).stream(unchanged), { status, headers }));
      return;
    }
    const ownPolicy = headers.get('content-security-policy');
    const page = readPage(body);
    const timeoutMs = record.canWait && options.timeoutMs > 0 ? Infinity : options.timeoutMs;
    const complete = await page.complete(timeoutMs, () => record.pendingReads > 0);
    const sent = new Headers(headers);
    const rewriter = createPageRewriter({
      page: record,
      keepsNonce: complete === undefined,
      // React places no script in the head, and would send the data a second time for hydration.
      headEnd: record.structuredData
        .map((data) => dataScript('type="application/ld+json"', data))
        .join(''),
      beforeScripts:
        record.sections.size > 0
          ? dataScript(
              `type="application/json" id="${browserTextsId}"`,
              browserTexts(record.sections),
            )
          : '',
      firstPaint: ownPolicy ? undefined : options.firstPaint,
    });
    if (complete === undefined) {
      if (policy && !ownPolicy)
        sent.set('content-security-policy', policy({ nonce: record.nonce }));
      sent.set('cache-control', noStore);
      const stream = page.stream(rewriter);
      return replaceResponse(c, new Response(stream, { status, headers: sent }));
    }
    const bytes = Buffer.concat([...rewriter.write(complete), ...rewriter.end()]);
    const pagePolicy = ownPolicy ?? policy?.({ scripts: rewriter.scripts }) ?? '';
    if (policy) sent.set('content-security-policy', pagePolicy);
    if (status === 200 && c.req.method !== 'POST') {
      // The ETag depends on the policy, so that a browser that has the page has its policy too.
      sent.set('etag', etagOf(bytes, pagePolicy));
      if (!sent.has('cache-control')) sent.set('cache-control', 'no-cache');
    } else if (!sent.has('cache-control')) sent.set('cache-control', noStore);
    sent.set('content-length', String(bytes.length));
    replaceResponse(c, new Response(bytes, { status, headers: sent }));
  };
}

/** Ends a render whose visitor has left. Waku logs an error that has no `digest`. */
class VisitorLeft extends Error {
  override readonly name = 'VisitorLeft';
  readonly digest = 'visitor-left';
}

interface Rewriter {
  write(chunk: Uint8Array): readonly Uint8Array[];
  end(): readonly Uint8Array[];
}
const unchanged: Rewriter = { write: (chunk) => [chunk], end: () => [] };

/** Reads a page while it is rendered, then returns it complete or as a stream. */
function readPage(body: ReadableStream<Uint8Array>) {
  const startedAt = performance.now();
  const reader = body.getReader();
  const received: Uint8Array[] = [];
  let onChunk = (chunk: Uint8Array): void => void received.push(chunk);
  const firstRead = reader.read();
  const ended = (async () => {
    for (let read = await firstRead; !read.done; read = await reader.read()) onChunk(read.value);
    return true;
  })();
  // The reader of the page handles the error. Without this handler an early error would end the process.
  ended.catch(() => {});

  return {
    /** Resolves with the page, or with undefined if it still waits for its data after the timeout. */
    async complete(timeoutMs: number, isWaiting: () => boolean): Promise<Buffer | undefined> {
      // There is nothing to stream before the first part, and the status may still become 503.
      await firstRead;
      if (timeoutMs === 0) return undefined;
      const milliseconds = Math.max(1, timeoutMs - (performance.now() - startedAt));
      const isComplete = await pTimeout(ended, { milliseconds, fallback: () => false });
      if (!isComplete && isWaiting()) return undefined;
      // A slow processor is no reason to stream, because the page has all its data.
      await ended;
      return Buffer.concat(received);
    },
    stream({ write, end }: Rewriter): ReadableStream<Uint8Array> {
      return new ReadableStream({
        start(controller) {
          const send = (parts: readonly Uint8Array[]) => {
            for (const part of parts) if (part.length > 0) controller.enqueue(part);
          };
          onChunk = (chunk) => send(write(chunk));
          onChunk(Buffer.concat(received));
          ended
            .then(() => {
              send(end());
              controller.close();
            })
            .catch((error) => controller.error(error));
        },
        cancel: () => reader.cancel(new VisitorLeft()),
      });
    },
  };
}

/**
 * Writes a script element with JSON, which browsers do not run. It escapes the characters that could end the element,
 * and those that JavaScript and JSON read differently.
 */
export function dataScript(attributes: string, data: object): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script ${attributes}>${json}</script>`;
}

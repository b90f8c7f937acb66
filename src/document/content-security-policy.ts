import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import pTimeout from 'p-timeout';
import { log } from '#src/server/logger.ts';
import { replaceResponse } from '../server/error-response.ts';
import { etagOf } from './etag.ts';
import { createIsTrustedScript, createScriptScanner, hashSource } from './inline-scripts.ts';

export interface ContentSecurityPolicyOptions {
  /** The exact inline scripts of the site. */
  readonly siteScripts: readonly string[];
  /** Where browsers report what the policy refused. */
  readonly reportPath: string;
  /** Origins of other hosts, by directive. */
  readonly sources?: {
    readonly script?: readonly string[];
    readonly image?: readonly string[];
    readonly connect?: readonly string[];
    readonly frame?: readonly string[];
    readonly form?: readonly string[];
  };
  /** How long a page may take to be complete before it is streamed, in milliseconds. */
  readonly timeoutMs: number;
  /** Applied to a page that is complete in time. */
  readonly shorten?: (html: string) => string;
}

/**
 * Adds to every HTML page a policy that allows scripts of the site's origin and trusted inline scripts only.
 * A page that is complete in time is sent with the hashes of its scripts, an ETag and a length; it is equal
 * for all visitors and can be cached. A page that waits for the API host is streamed, so that the visitor
 * sees the loading dialog; its inline scripts get a nonce, and it is not cached.
 */
export function contentSecurityPolicy(options: ContentSecurityPolicyOptions): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { body, headers, status } = c.res;
    if (!body || !headers.get('content-type')?.startsWith('text/html')) return;
    const page = readPage(body, options);
    const complete = await page.complete(options.timeoutMs);
    const sent = new Headers(headers);
    if (complete === undefined) {
      const nonce = randomBytes(16).toString('base64');
      const scripts = [`'nonce-${nonce}'`, ...options.siteScripts.map(hashSource)];
      sent.set('content-security-policy', policy(options, scripts));
      sent.set('cache-control', 'private, no-store');
      return replaceResponse(c, new Response(page.stream(nonce), { status, headers: sent }));
    }
    const pagePolicy = policy(options, [...new Set(complete.hashes)]);
    sent.set('content-security-policy', pagePolicy);
    const bytes = Buffer.from(complete.html);
    if (status === 200 && c.req.method !== 'POST') {
      // With the policy, so that a browser that has the page has its policy too.
      sent.set('etag', etagOf(bytes, pagePolicy));
      if (!sent.has('cache-control')) sent.set('cache-control', 'no-cache');
    } else if (!sent.has('cache-control')) sent.set('cache-control', 'private, no-store');
    sent.set('content-length', String(bytes.length));
    replaceResponse(c, new Response(bytes, { status, headers: sent }));
  };
}

/** Reads a page while it is rendered, then returns it complete or as a stream. */
function readPage(
  body: ReadableStream<Uint8Array>,
  { siteScripts, shorten = (html) => html }: ContentSecurityPolicyOptions,
) {
  const isTrusted = createIsTrustedScript(siteScripts);
  const startedAt = performance.now();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const hashes: string[] = [];
  let nonce: string | undefined;
  const scanner = createScriptScanner((content, attributes, tag) => {
    if (!isTrusted(content, attributes)) {
      log().warn({ event: 'inline-script-blocked', hash: hashSource(content) });
      return tag;
    }
    if (nonce === undefined) hashes.push(hashSource(content));
    return nonce === undefined ? tag : `<script nonce="${nonce}"${attributes}>`;
  });

  let received = '';
  let onText = (text: string) => {
    received += text;
  };
  const firstRead = reader.read();
  const ended = (async () => {
    for (let read = await firstRead; !read.done; read = await reader.read())
      onText(decoder.decode(read.value, { stream: true }));
    onText(decoder.decode());
  })();
  // Handled where the page is read; without this, an early error would end the process.
  ended.catch(() => {});

  return {
    /** The page and the hashes of its scripts; undefined when it is not complete in time. */
    async complete(timeoutMs: number) {
      // Until the first part has arrived there is nothing to stream, and the status may still become 503.
      await firstRead;
      const remainingMs = Math.max(1, timeoutMs - (performance.now() - startedAt));
      const isComplete = await pTimeout(
        ended.then(() => true),
        { milliseconds: remainingMs, fallback: () => false },
      );
      if (!isComplete) return undefined;
      return { html: scanner.push(shorten(received)) + scanner.end(), hashes };
    },
    stream(streamNonce: string): ReadableStream<Uint8Array> {
      nonce = streamNonce;
      const encoder = new TextEncoder();
      return new ReadableStream({
        start(controller) {
          const send = (html: string) => {
            if (html !== '') controller.enqueue(encoder.encode(html));
          };
          onText = (text) => send(scanner.push(text));
          onText(received);
          ended
            .then(() => {
              send(scanner.end());
              controller.close();
            })
            .catch((error) => controller.error(error));
        },
        cancel(reason) {
          onText = () => {};
          return reader.cancel(reason);
        },
      });
    },
  };
}

function policy(
  { sources = {}, reportPath }: ContentSecurityPolicyOptions,
  scripts: readonly string[],
): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    // What no directive names is refused: objects and media, for example.
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts, ...(sources.script ?? [])],
    'script-src-attr': ["'none'"],
    // React writes style attributes; a style cannot run code.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(sources.image ?? [])],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...(sources.connect ?? [])],
    'frame-src': ["'self'", ...(sources.frame ?? [])],
    'form-action': ["'self'", ...(sources.form ?? [])],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // Deprecated, but the only way that every browser knows; `report-to` would replace it in some.
    'report-uri': [reportPath],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

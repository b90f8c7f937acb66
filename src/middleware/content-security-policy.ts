import { createHash, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { log } from '#src/server/logger.ts';
import { createIsTrustedScript, hashSource, type IsTrustedScript } from './inline-scripts.ts';
import { scriptScanner } from './script-scanner.ts';

export interface ContentSecurityPolicyOptions {
  /** The site's own inline scripts, to the letter. */
  readonly ownScripts: readonly string[];
  /** Origins beside the site's own, by directive. */
  readonly sources?: {
    readonly script?: readonly string[];
    readonly image?: readonly string[];
    readonly connect?: readonly string[];
    readonly frame?: readonly string[];
    readonly form?: readonly string[];
  };
  /** How long a page may take to be whole before its first part is sent alone, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * Gives every HTML page a policy that lets run only scripts of the site's own origin and the inline ones
 * known to be ours. A page that is whole in time is sent whole, with their hashes, an ETag and a length:
 * the same bytes for everyone, fit to be kept. A page that still waits for the API streams, so that its
 * visitor sees the loading dialog; its inline scripts get a nonce, and nobody may keep it.
 */
export function contentSecurityPolicy(options: ContentSecurityPolicyOptions): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { body, headers } = c.res;
    if (!body || !headers.get('content-type')?.startsWith('text/html')) return;
    const page = openPage(body, createIsTrustedScript(options.ownScripts));
    const whole = await page.whole(options.patienceMs);
    const sent = new Headers(headers);
    if (whole === undefined) {
      const nonce = randomBytes(16).toString('base64');
      sent.set(
        'content-security-policy',
        policy(options, [`'nonce-${nonce}'`, ...ownHashes(options)]),
      );
      sent.set('cache-control', 'private, no-store');
      replace(c, new Response(page.stream(nonce), { status: c.res.status, headers: sent }));
      return;
    }
    sent.set('content-security-policy', policy(options, [...new Set(whole.hashes)]));
    const bytes = Buffer.from(whole.html);
    if (c.res.status === 200 && c.req.method !== 'POST') {
      sent.set('etag', `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`);
      if (!sent.has('cache-control')) sent.set('cache-control', 'no-cache');
    }
    sent.set('content-length', String(bytes.length));
    replace(c, new Response(bytes, { status: c.res.status, headers: sent }));
  };
}

function replace(c: Context, response: Response): void {
  // Hono would carry the old answer's headers over.
  c.res = undefined;
  c.res = response;
}

const ownHashes = ({ ownScripts }: ContentSecurityPolicyOptions) => ownScripts.map(hashSource);

function openPage(body: ReadableStream<Uint8Array>, isOurs: IsTrustedScript) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const hashes: string[] = [];
  let nonce: string | undefined;
  const scanner = scriptScanner((content, attributes, tag) => {
    if (!isOurs(content, attributes)) {
      log().warn({ event: 'unknown-inline-script', hash: hashSource(content) });
      return tag;
    }
    if (nonce === undefined) hashes.push(hashSource(content));
    return nonce === undefined ? tag : `<script nonce="${nonce}"${attributes}>`;
  });
  let pending = reader.read();
  let raw = '';
  const read = async (): Promise<string | undefined> => {
    const { done, value } = await pending;
    if (done) return undefined;
    pending = reader.read();
    return decoder.decode(value, { stream: true });
  };
  return {
    async whole(patienceMs: number): Promise<{ html: string; hashes: string[] } | undefined> {
      let timer: NodeJS.Timeout | undefined;
      const impatience = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, patienceMs, 'late');
      });
      try {
        for (;;) {
          // Nothing yet: there is nothing to send early, and the page may still say that it is a 503.
          // The next chunk is asked for once, and left for `stream` where it comes too late.
          const arrived = await (raw === '' ? pending : Promise.race([pending, impatience]));
          if (arrived === 'late') return undefined;
          const text = await read();
          if (text === undefined) break;
          raw += text;
        }
      } finally {
        clearTimeout(timer);
      }
      raw += decoder.decode();
      const html = scanner.push(raw) + scanner.end();
      return { html, hashes };
    },
    stream(streamNonce: string): ReadableStream<Uint8Array> {
      nonce = streamNonce;
      const encoder = new TextEncoder();
      let before = raw;
      return new ReadableStream({
        async pull(controller) {
          const text = before === '' ? await read() : before;
          before = '';
          const html = text === undefined ? scanner.end() : scanner.push(text);
          if (html !== '') controller.enqueue(encoder.encode(html));
          if (text === undefined) controller.close();
          // A pull that gives nothing is not repeated by itself.
          else if (html === '') await this.pull?.(controller);
        },
        cancel: (reason) => reader.cancel(reason),
      });
    },
  };
}

function policy(
  { sources = {} }: ContentSecurityPolicyOptions,
  scripts: readonly string[],
): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...(sources.script ?? [])],
    'script-src-attr': ["'none'"],
    // React writes style attributes; a style can deceive but not act.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(sources.image ?? [])],
    'connect-src': ["'self'", ...(sources.connect ?? [])],
    'frame-src': ["'self'", ...(sources.frame ?? [])],
    'form-action': ["'self'", ...(sources.form ?? [])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

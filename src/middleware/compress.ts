import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { preferredEncoding } from './accept-encoding.ts';

const compressible = /^(?:text\/|application\/(?:json|xml|rss\+xml|ld\+json)|image\/svg)/;
/** Low levels: made anew for every visitor, unlike the static files'. */
const brotliQuality = 4;
const gzipLevel = 5;
const worthwhileBytes = 1024;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Compresses what is made for one request. An answer of known length is compressed whole, off this
 * thread; one that streams is flushed chunk by chunk, so that its first part is not held back.
 */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { res } = c;
    const type = res.headers.get('content-type') ?? '';
    if (!res.body || res.headers.has('content-encoding') || !compressible.test(type)) return;
    res.headers.append('vary', 'Accept-Encoding');
    const length = res.headers.get('content-length');
    if (c.req.method === 'HEAD' || (length !== null && Number(length) < worthwhileBytes)) return;
    const encoding = preferredEncoding(c.req.header('accept-encoding'));
    if (encoding === undefined) return;
    const headers = new Headers(res.headers);
    headers.set('content-encoding', encoding);
    headers.delete('content-length');
    const etag = headers.get('etag');
    if (etag !== null) headers.set('etag', etag.replace(/"$/, `-${encoding}"`));
    const body =
      length === null
        ? res.body.pipeThrough(streamed(encoding))
        : await whole(encoding, await res.arrayBuffer());
    c.res = undefined;
    c.res = new Response(body, { status: res.status, headers });
  };
}

function whole(encoding: 'br' | 'gzip', bytes: ArrayBuffer): Promise<Buffer<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  return encoding === 'br' ? asBrotli(bytes, { params }) : asGzip(bytes, { level: gzipLevel });
}

function streamed(encoding: 'br' | 'gzip'): TransformStream<Uint8Array, Uint8Array> {
  const coder =
    encoding === 'br'
      ? createBrotliCompress({
          params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
          flush: constants.BROTLI_OPERATION_FLUSH,
        })
      : createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH });
  return Duplex.toWeb(coder) as TransformStream<Uint8Array, Uint8Array>;
}

import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { preferredEncoding } from './accepts.ts';
import { replaceResponse } from './error-response.ts';

const compressible = /^(?:text\/|application\/(?:json|xml|rss\+xml|ld\+json)|image\/svg)/;
/** Low levels, because each response is compressed when it is sent; static files are compressed at build. */
const brotliQuality = 4;
const gzipLevel = 5;
const minBytes = 1024;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Compresses rendered responses with Brotli or gzip; hono's own middleware has no Brotli. A response of known
 * length is compressed as a whole, in another thread; a stream is flushed chunk by chunk, so that its first
 * part is sent at once.
 */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { res } = c;
    const type = res.headers.get('content-type') ?? '';
    if (!res.body || res.headers.has('content-encoding') || !compressible.test(type)) return;
    res.headers.append('vary', 'Accept-Encoding');
    const length = res.headers.get('content-length');
    if (c.req.method === 'HEAD' || (length !== null && Number(length) < minBytes)) return;
    const encoding = preferredEncoding(c);
    if (encoding === undefined) return;
    const headers = new Headers(res.headers);
    headers.set('content-encoding', encoding);
    headers.delete('content-length');
    const etag = headers.get('etag');
    if (etag !== null) headers.set('etag', etag.replace(/"$/, `-${encoding}"`));
    const body =
      length === null
        ? res.body.pipeThrough(compressStream(encoding))
        : await compressBytes(encoding, await res.arrayBuffer());
    replaceResponse(c, new Response(body, { status: res.status, headers }));
  };
}

function compressBytes(encoding: 'br' | 'gzip', bytes: ArrayBuffer): Promise<Buffer<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  return encoding === 'br'
    ? brotliAsync(bytes, { params })
    : gzipAsync(bytes, { level: gzipLevel });
}

function compressStream(encoding: 'br' | 'gzip'): TransformStream<Uint8Array, Uint8Array> {
  const coder =
    encoding === 'br'
      ? createBrotliCompress({
          params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
          flush: constants.BROTLI_OPERATION_FLUSH,
        })
      : createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH });
  return Duplex.toWeb(coder) as TransformStream<Uint8Array, Uint8Array>;
}

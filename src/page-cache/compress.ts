import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { type ContentCoding, contentCodings, preferredCoding } from '#src/request/accepts.ts';
import { replaceResponse } from '#src/request/error-response.ts';

const compressible =
  /^(?:text\/|application\/(?:json|xml|rss\+xml|(?:ld|feed|manifest)\+json)|image\/svg)/;
/** The level is low, because each response is compressed when it is sent. Static files are compressed at build. */
const brotliOptions = (params = {}) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, ...params },
});
const gzipLevel = 5;
const minBytes = 1024;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Compresses rendered responses. hono's middleware lacks Brotli, which all browsers with Zstandard also support. A
 * response of known length is compressed as a whole, in another thread. A stream is flushed chunk by chunk, so that its
 * first part is sent at once.
 */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { res } = c;
    const type = res.headers.get('content-type') ?? '';
    if (res.headers.has('content-encoding') || !compressible.test(type)) return;
    if (!res.headers.get('vary')?.includes('Accept-Encoding'))
      res.headers.append('vary', 'Accept-Encoding');
    const length = res.headers.get('content-length');
    if (length !== null && Number(length) < minBytes) return;
    const encoding = preferredCoding(c.req.header('accept-encoding'), contentCodings);
    // Reading `body` makes a stream of the response, whose bytes the server would otherwise write at once.
    if (encoding === undefined || !res.body) return;
    const headers = new Headers(res.headers);
    headers.set('content-encoding', encoding);
    headers.delete('content-length');
    const etag = headers.get('etag');
    if (etag !== null) headers.set('etag', codedEtag(etag, encoding));
    const replaceBody = (body: ReadableStream | Buffer<ArrayBuffer> | null) =>
      replaceResponse(c, new Response(body, { status: res.status, headers }));
    if (length === null)
      // Hono discards the body of a HEAD, so nothing would read the compressed stream.
      return replaceBody(
        c.req.method === 'HEAD' ? null : res.body.pipeThrough(compressStream(encoding)),
      );
    const compressed = await compressBytes(encoding, Buffer.from(await res.arrayBuffer()));
    headers.set('content-length', String(compressed.length));
    replaceBody(compressed);
  };
}

/** Each coding has a separate ETag, because its bytes differ. */
export const codedEtag = (etag: string, coding: ContentCoding): string =>
  etag.replace(/"$/, `-${coding}"`);

export const compressBytes = (
  coding: ContentCoding,
  bytes: Buffer<ArrayBuffer>,
): Promise<Buffer<ArrayBuffer>> =>
  coding === 'gzip'
    ? gzipAsync(bytes, { level: gzipLevel })
    : brotliAsync(bytes, brotliOptions({ [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }));

const compressStream = (coding: ContentCoding) =>
  Duplex.toWeb(
    coding === 'gzip'
      ? createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
      : createBrotliCompress({ ...brotliOptions(), flush: constants.BROTLI_OPERATION_FLUSH }),
  ) as TransformStream<Uint8Array, Uint8Array>;

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { preferredCoding } from '../server/accepts.ts';
import { errorResponse } from '../server/error-response.ts';
import { etagOf, matchesEtag } from './etag.ts';

export interface StaticAssetsOptions {
  /** The public files of the build. */
  readonly directory: string;
  /** More files: their texts by path. */
  readonly generated?: Readonly<Record<string, string>>;
}

interface Variant {
  readonly body: Buffer<ArrayBuffer>;
  readonly etag: string;
}
interface Asset {
  readonly type: string;
  readonly cacheControl: string;
  readonly plain: Variant;
  readonly encoded: { readonly br?: Variant; readonly gzip?: Variant };
}

/** Vite adds a hash of the content to the names below assets/, so such a file never changes. */
// linear: compared with names of the build's files
const hashedName = /^\/assets\/.*-[\w-]{8,}\.\w+$/;
const cacheForOneYear = 'public, max-age=31536000, immutable';
const cacheForOneHour = 'public, max-age=3600, stale-while-revalidate=86400';

/**
 * Serves the files of the build, some 3 MB, from memory: read at start, so that no other file can be requested.
 * Hashed names are cached for a year, others for an hour and by ETag; the br and gzip variants of the build are used.
 */
export function staticAssets({
  directory,
  generated = {},
}: StaticAssetsOptions): MiddlewareHandler {
  const assets = listAssets(directory);
  for (const [path, text] of Object.entries(generated)) {
    const body = Buffer.from(text);
    const br = variantOf(
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
    const gzip = variantOf(gzipSync(body));
    assets.set(path, assetOf(path, variantOf(body), { br, gzip }));
  }
  return async (c, next) => {
    const asset = assets.get(c.req.path);
    if (!asset) {
      // A script of an earlier build: the browser must not get an HTML page for it.
      return c.req.path.startsWith('/assets/')
        ? errorResponse(c, 404, 'There is no such file.')
        : next();
    }
    const encoding = preferredCoding(c.req.header('accept-encoding'), ['br', 'gzip']);
    const sent = (encoding && asset.encoded[encoding]) ?? asset.plain;
    const headers: Record<string, string> = {
      'content-type': asset.type,
      'cache-control': asset.cacheControl,
      etag: sent.etag,
      ...(asset.encoded.br && { vary: 'Accept-Encoding' }),
      ...(sent !== asset.plain && encoding && { 'content-encoding': encoding }),
    };
    if (matchesEtag(c.req.header('if-none-match'), sent.etag))
      return new Response(null, { status: 304, headers });
    headers['content-length'] = String(sent.body.length);
    return new Response(c.req.method === 'HEAD' ? null : sent.body, { headers });
  };
}

function listAssets(directory: string): Map<string, Asset> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const existing = new Set(paths);
  const readExisting = (path: string) => (existing.has(path) ? readVariant(path) : undefined);
  const assets = new Map<string, Asset>();
  for (const path of paths) {
    const name = `/${relative(directory, path).split(sep).join('/')}`;
    const isVariant = /\.(?:br|gz)$/.test(path) && existing.has(path.replace(/\.(?:br|gz)$/, ''));
    // Waku serves the pages.
    if (isVariant || name.endsWith('.html')) continue;
    const br = readExisting(`${path}.br`);
    const gzip = readExisting(`${path}.gz`);
    assets.set(
      name,
      assetOf(name, readVariant(path), { ...(br && { br }), ...(gzip && { gzip }) }),
    );
  }
  return assets;
}

const assetOf = (path: string, plain: Variant, encoded: Asset['encoded']): Asset => ({
  type: getMimeType(path) ?? 'application/octet-stream',
  cacheControl: hashedName.test(path) ? cacheForOneYear : cacheForOneHour,
  plain,
  encoded,
});

const readVariant = (path: string): Variant => variantOf(readFileSync(path));

const variantOf = (body: Buffer<ArrayBuffer>): Variant => ({ body, etag: etagOf(body) });

import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import { preferredEncoding } from './accept-encoding.ts';
import { errorResponse } from './error-response.ts';

export interface StaticOptions {
  /** The built `dist/public`. */
  readonly directory: string;
}

interface Variant {
  readonly path: string;
  readonly bytes: number;
  readonly etag: string;
}
interface Asset {
  readonly type: string;
  readonly cacheControl: string;
  readonly plain: Variant;
  readonly encoded: { readonly br?: Variant; readonly gzip?: Variant };
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};
/** Vite puts a hash of the content into the names below assets/: such a file never changes. */
const hashed = /^\/assets\/.*-[\w-]{8,}\.\w+$/;
const forEver = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600, stale-while-revalidate=86400';

/**
 * The files of the build, from a list made at start: nothing else of the disk can be asked for. Hashed
 * names are cached for ever, others for an hour and by ETag; br and gzip variants made at build are used.
 */
export function staticAssets({ directory }: StaticOptions): MiddlewareHandler {
  const assets = listAssets(directory);
  return async (c, next) => {
    const asset = assets.get(c.req.path);
    if (!asset) {
      // A script of an earlier build: an answer in HTML would be worse than none.
      return c.req.path.startsWith('/assets/')
        ? errorResponse(c, 404, 'There is no such file.')
        : next();
    }
    const encoding = preferredEncoding(c.req.header('accept-encoding'));
    const variant = (encoding && asset.encoded[encoding]) ?? asset.plain;
    const headers: Record<string, string> = {
      'content-type': asset.type,
      'cache-control': asset.cacheControl,
      etag: variant.etag,
      ...(asset.encoded.br && { vary: 'Accept-Encoding' }),
      ...(variant !== asset.plain && encoding && { 'content-encoding': encoding }),
    };
    if (
      c.req
        .header('if-none-match')
        ?.split(/\s*,\s*/)
        .includes(variant.etag)
    )
      return new Response(null, { status: 304, headers });
    headers['content-length'] = String(variant.bytes);
    const body =
      c.req.method === 'HEAD'
        ? null
        : (Readable.toWeb(createReadStream(variant.path)) as ReadableStream);
    return new Response(body, { headers });
  };
}

function listAssets(directory: string): ReadonlyMap<string, Asset> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(paths);
  const variantOf = (path: string) => (known.has(path) ? readVariant(path) : undefined);
  const assets = new Map<string, Asset>();
  for (const path of paths) {
    const name = `/${relative(directory, path).split(sep).join('/')}`;
    const isVariant = /\.(?:br|gz)$/.test(path) && known.has(path.replace(/\.(?:br|gz)$/, ''));
    // Pages are rendered; a page's own address is not a file's.
    if (isVariant || name.endsWith('.html')) continue;
    const br = variantOf(`${path}.br`);
    const gzip = variantOf(`${path}.gz`);
    assets.set(name, {
      type: types[extname(path)] ?? 'application/octet-stream',
      cacheControl: hashed.test(name) ? forEver : forAnHour,
      plain: readVariant(path),
      encoded: { ...(br && { br }), ...(gzip && { gzip }) },
    });
  }
  return assets;
}

function readVariant(path: string): Variant {
  const bytes = readFileSync(path);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { path, bytes: bytes.length, etag: `"${digest}"` };
}

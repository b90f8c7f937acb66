import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { CodedBytes } from './stored-response.ts';

/** A file of the build. All files, some 3 MB, are read at start, so that no path of a request reaches the disk. */
export interface PublicFile {
  readonly body: Buffer<ArrayBuffer>;
  /** The compressed variants. If absent, the file is compressed at the first request. */
  readonly coded: CodedBytes | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Vite adds a hash of the content to the names below assets/, so such a file never changes. */
// linear: compared with names of the build's files
export const hashedName = /^\/assets\/.*-[\w-]{8,}\.\w+$/;
const cacheForOneYear = 'public, max-age=31536000, immutable';
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const cacheForOneHour = 'public, max-age=3600, stale-while-revalidate=86400';

/** Each file has the br and gzip variants of the build. The keys are the paths. */
export function readPublicFiles(directory: string): Map<string, PublicFile> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const existing = new Set(paths);
  const isVariant = (path: string) =>
    /\.(?:br|gz)$/.test(path) && existing.has(path.replace(/\.(?:br|gz)$/, ''));
  const files = new Map<string, PublicFile>();
  for (const path of paths) {
    const name = `/${relative(directory, path).split(sep).join('/')}`;
    // HTML files are left out, because Waku serves the pages.
    if (isVariant(path) || name.endsWith('.html')) continue;
    files.set(
      name,
      publicFile(name, readFileSync(path), {
        ...(existing.has(`${path}.br`) && { br: readFileSync(`${path}.br`) }),
        ...(existing.has(`${path}.gz`) && { gzip: readFileSync(`${path}.gz`) }),
      }),
    );
  }
  return files;
}

export const publicFile = (
  path: string,
  body: Buffer<ArrayBuffer>,
  variants: CodedBytes = {},
): PublicFile => {
  const isCompressed = variants.br !== undefined || /\.(?:css|svg)$/.test(path);
  return {
    body,
    coded: isCompressed && !variants.br ? undefined : variants,
    headers: {
      'content-type': getMimeType(path) ?? 'application/octet-stream',
      'cache-control': hashedName.test(path) ? cacheForOneYear : cacheForOneHour,
      ...(isCompressed && { vary: 'Accept-Encoding' }),
      // A drawing is a document if somebody opens it, so it needs a policy.
      ...(path.endsWith('.svg') && { 'content-security-policy': drawingPolicy }),
    },
  };
};

/**
 * Answers with a file. The page cache stores it with the headers that the site's middleware added, and answers later
 * requests.
 */
export function serveFiles(files: ReadonlyMap<string, PublicFile>): MiddlewareHandler {
  return async (c, next) => {
    const file = files.get(c.req.path);
    return file ? new Response(file.body, { headers: file.headers }) : next();
  };
}

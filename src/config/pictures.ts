import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { loadedSite } from './site.ts';
import { SiteConfigError } from './site-schema.ts';
import type { SitePicture } from './site-values.ts';

export interface PictureFile {
  readonly path: string;
  readonly body: Buffer<ArrayBuffer>;
}

/**
 * Reads the pictures of the site config, gives each its address below /assets/ and its size, and returns their files.
 * @throws SiteConfigError with each picture that cannot be shown
 */
export function loadPictures({ languages, file } = loadedSite): readonly PictureFile[] {
  const files = new Map<string, PictureFile & Pick<SitePicture, 'width' | 'height'>>();
  const faults = new Set<string>();
  for (const picture of languages.flatMap(({ site }) => picturesIn(site))) {
    const { src } = picture;
    if (src.startsWith('/')) continue;
    try {
      const read = files.get(src) ?? readPicture(dirname(file), src);
      files.set(src, read);
      Object.assign(picture, { src: read.path, width: read.width, height: read.height });
    } catch (error) {
      faults.add(`${src}: ${(error as Error).message}`);
    }
  }
  if (faults.size > 0) throw new SiteConfigError([...faults]);
  return [...files.values()];
}

function picturesIn(part: unknown): SitePicture[] {
  if (typeof part !== 'object' || part === null) return [];
  return isPicture(part) ? [part] : Object.values(part).flatMap(picturesIn);
}

const isPicture = (part: object): part is SitePicture => 'src' in part && 'width' in part;

function readPicture(folder: string, src: string) {
  const body = readFileSync(join(folder, src));
  // linear: a drawing of the operator
  const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(body.toString()) ?? [];
  const digest = hash('sha256', body, 'base64url').slice(0, 8);
  const extension = extname(src);
  return {
    path: `/assets/${basename(src, extension)}-${digest}${extension.toLowerCase()}`,
    body,
    width: Number(width),
    height: Number(height),
  };
}

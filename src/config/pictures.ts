import { hash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, sep } from 'node:path';
import { once } from '#src/jobs/once.ts';
import { readRaster } from './raster-picture.ts';
import { loadedSite } from './site.ts';
import { SiteConfigError } from './site-file.ts';
import type { SitePicture } from './site-values.ts';
import { readSvg } from './svg-picture.ts';

/** The limits are needed because all pictures are kept in memory. */
const maxPictureBytes = { svg: 256_000, other: 2_000_000, all: 64_000_000 } as const;
const maxPixels = 16_000_000;

export interface PictureFile {
  readonly path: string;
  readonly body: Buffer<ArrayBuffer>;
}

/** Returns the pictures of this site, which are read once. @throws SiteConfigError */
export const sitePictures = once(() => loadPictures());

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
      faults.add(`${src} ${problemOf(error)}`);
    }
  }
  const bytes = [...files.values()].reduce((sum, { body }) => sum + body.length, 0);
  if (bytes > maxPictureBytes.all)
    faults.add(`the pictures have more than ${maxPictureBytes.all} bytes together`);
  if (faults.size > 0) throw new SiteConfigError([...faults]);
  return [...files.values()];
}

function picturesIn(part: unknown): SitePicture[] {
  if (typeof part !== 'object' || part === null) return [];
  return isPicture(part) ? [part] : Object.values(part).flatMap(picturesIn);
}

const isPicture = (part: object): part is SitePicture => 'src' in part && 'width' in part;

function readPicture(folder: string, src: string) {
  const file = realpathSync(join(folder, src));
  if (!file.startsWith(realpathSync(folder) + sep))
    throw new Error('is not in the folder of the site config');
  const isDrawing = /\.svg$/i.test(src);
  const maxBytes = isDrawing ? maxPictureBytes.svg : maxPictureBytes.other;
  if (statSync(file).size > maxBytes) throw new Error(`has more than ${maxBytes} bytes`);
  const bytes = readFileSync(file);
  const { body, width, height } = isDrawing ? readSvg(bytes) : readRaster(bytes);
  if (width * height > maxPixels) throw new Error(`has more than ${maxPixels} pixels`);
  if (width < 1 || height < 1) throw new Error('has no size');
  const extension = extname(src);
  const name = basename(src, extension).replaceAll(/[^\w-]+/g, '-');
  const digest = hash('sha256', body, 'base64url').slice(0, 8);
  return { path: `/assets/${name}-${digest}${extension.toLowerCase()}`, body, width, height };
}

/** Returns the fault of a picture in words, for the operator. */
function problemOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof RangeError) return 'is cut off';
  if (code !== undefined) return `cannot be read (${code})`;
  return error instanceof TypeError ? 'is no PNG, JPEG or WebP picture' : message;
}

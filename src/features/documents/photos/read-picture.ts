import pLimit from 'p-limit';
import { texts } from '#language';
import { fill } from '#src/language/format.ts';
import type { Jpeg } from './pages.ts';

export interface PictureRequest {
  readonly source: Blob;
  readonly maxSide: number;
  readonly quality: number;
}

/**
 * Returns whether a worker can make pictures of drawn content, as in all browsers since 2023. A browser that resists
 * fingerprinting, such as Tor Browser, replaces all pixels; others change only the last bits.
 */
export function canMakePictures(): boolean {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return false;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return false;
  const drawn = [160, 80, 40];
  context.fillStyle = `rgb(${drawn})`;
  context.fillRect(0, 0, 1, 1);
  const { data } = context.getImageData(0, 0, 1, 1);
  return drawn.every((value, index) => Math.abs(value - (data[index] ?? 0)) < 8);
}

let worker: Worker | undefined;
/** Pictures are decoded one at a time, because a decoded picture of 12 megapixels takes 48 MB of memory. */
const oneAtATime = pLimit(1);

/** Makes a smaller JPEG of the picture with this file name. Rejects with a message for the visitor. */
export const readPicture = (name: string, request: PictureRequest): Promise<Jpeg> =>
  oneAtATime(
    () =>
      new Promise((resolve, reject) => {
        const fail = (message: string) => reject(new Error(message));
        worker ??= new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }: MessageEvent<Jpeg | undefined>) => {
          if (data) resolve(data);
          else fail(fill(texts().photographs.unreadable, { name }));
        };
        worker.onerror = () => {
          worker = undefined;
          fail(texts().photographs.notLoaded);
        };
        worker.postMessage(request);
      }),
  );

import pLimit from 'p-limit';
import type { Area } from './crop.ts';
import type { Jpeg, Turn } from './pages.ts';

export interface PictureRequest {
  readonly source: Blob;
  /** The number of pixels of the longer side of the result. */
  readonly maxSide: number;
  readonly quality: number;
  readonly turn: Turn;
  /** The part that is kept, in pixels of the source; undefined keeps all of it. */
  readonly area?: Area | undefined;
}

/** Returns whether this browser can make pictures in a worker, as all browsers since 2023 can. */
export const canReadPictures = (): boolean =>
  typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';

let worker: Worker | undefined;
/** Only one decoded picture is in memory: one of 12 megapixels takes 48 MB. */
const oneAtATime = pLimit(1);

/** Makes a smaller JPEG of a picture. Undefined if the browser cannot read it; rejects if the worker cannot be loaded. */
export const readPicture = (request: PictureRequest): Promise<Jpeg | undefined> =>
  oneAtATime(
    () =>
      new Promise((resolve, reject) => {
        worker ??= new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }: MessageEvent<Jpeg | undefined>) => resolve(data);
        worker.onerror = () => {
          worker = undefined;
          reject(new Error('The worker could not be loaded.'));
        };
        worker.postMessage(request);
      }),
  );

import pLimit from 'p-limit';
import type { Area } from './crop.ts';
import type { Jpeg, Turn } from './pages.ts';

export interface PictureRequest {
  readonly source: Blob;
  /** Pixels of the longer side of the result. */
  readonly maxSide: number;
  readonly quality: number;
  readonly turn: Turn;
  /** The part that is kept, in pixels of the source; all of it without. */
  readonly area?: Area | undefined;
}

/** Whether this browser can make pictures in a worker: all since 2023. */
export const canReadPictures = (): boolean =>
  typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';

let worker: Worker | undefined;
/** One decoded picture at a time: one of 12 megapixels takes 48 MB. */
const oneAtATime = pLimit(1);

/** A smaller JPEG of a picture; undefined if the browser cannot read it. Rejects if the worker cannot be loaded. */
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

import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Buffers are freed after this many bytes. That is less than the 10 MB by which the heap may grow before V8 collects all
 * of it (with the flags of `careers start`).
 */
const interval = 4 * 1024 * 1024;

type MinorGc = (options: { readonly type: 'minor' }) => void;
let minorGc: MinorGc | undefined;
let bytes = 0;

/**
 * Frees the buffers of a large body while it is read. Node allocates a buffer of up to 64 kB for each read. V8
 * frees them with the whole heap only, because there are too few objects for a minor collection: 30 full
 * collections for 1 GiB took more time than the rest of an upload (docs/decisions/004-multipart.md).
 */
export function freeBuffers(source: Readable): void {
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes < interval) return;
    bytes = 0;
    minorGc ??= exposeMinorGc();
    minorGc({ type: 'minor' });
  });
}

function exposeMinorGc(): MinorGc {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as MinorGc;
}

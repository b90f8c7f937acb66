import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** It is less than the 10 MB by which the heap may grow before V8 collects all of it (flags of `careers start`). */
const interval = 4 * 1024 * 1024;

type MinorGc = (options: { readonly type: 'minor' }) => void;
let minorGc: MinorGc | undefined;
let bytes = 0;

/**
 * Node allocates up to 64 kB for each read, which V8 frees with the whole heap only: 30 full collections for 1 GiB took
 * more time than the rest of an upload (docs/decisions/004-multipart.md).
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

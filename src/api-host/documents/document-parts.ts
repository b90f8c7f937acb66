import type { Readable } from 'node:stream';

/** Reads a source in parts of `size` bytes. Only the last part may be smaller. */
export async function* readParts(source: Readable, size: number) {
  let bytes = Buffer.alloc(0);
  let used = 0;
  for await (const chunk of source) {
    const arrived = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    for (let start = 0; start < arrived.length; ) {
      if (used === size) {
        yield { bytes, isLast: false };
        bytes = Buffer.allocUnsafeSlow(size);
        used = 0;
      }
      const end = Math.min(arrived.length, start + size - used);
      bytes = withRoom(bytes, used + end - start, size);
      used += arrived.copy(bytes, used, start, end);
      start = end;
    }
  }
  yield { bytes: bytes.subarray(0, used), isLast: true };
}

/** A chunk may be a slice that keeps a larger buffer in memory. A small document gets no buffer for a whole part. */
function withRoom(bytes: Buffer<ArrayBuffer>, length: number, size: number): Buffer<ArrayBuffer> {
  if (length <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(
    Math.min(size, Math.max(64 * 1024, length, bytes.length * 2)),
  );
  bytes.copy(larger);
  return larger;
}

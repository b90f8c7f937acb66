/** The first and the last bytes of a file. Both are the whole file if it has no more than `heldBytes`. */
export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly size: number;
}

const headBytes = 64 * 1024;
/** The directory of a zip archive with 3,000 entries fits in. */
const tailBytes = 256 * 1024;
export const heldBytes = headBytes + tailBytes;

export async function endsOfBlob(file: Blob): Promise<FileEnds> {
  const { size } = file;
  const read = async (from: number, to: number) =>
    new Uint8Array(await file.slice(from, to).arrayBuffer());
  if (size > heldBytes)
    return { head: await read(0, headBytes), tail: await read(size - tailBytes, size), size };
  const whole = await read(0, size);
  return { head: whole, tail: whole, size };
}

export interface EndsCollector {
  add(chunk: Uint8Array): void;
  ends(): FileEnds;
}

/** Collects the ends of a file that arrives in chunks. It copies them, because a chunk may be a slice of a larger buffer. */
export function collectEnds(): EndsCollector {
  /** The first `heldBytes`, then the bytes after `headBytes` in a ring. */
  let held = new Uint8Array(headBytes);
  let size = 0;
  const copy = (chunk: Uint8Array): void => {
    for (let start = 0; start < chunk.length; ) {
      const at = size < heldBytes ? size : headBytes + ((size - headBytes) % tailBytes);
      const part = chunk.subarray(start, start + heldBytes - at);
      if (at + part.length > held.length) {
        const larger = new Uint8Array(heldBytes);
        larger.set(held);
        held = larger;
      }
      held.set(part, at);
      size += part.length;
      start += part.length;
    }
  };
  return {
    add: copy,
    ends() {
      if (size <= heldBytes) {
        const whole = held.subarray(0, size);
        return { head: whole, tail: whole, size };
      }
      const oldest = headBytes + ((size - headBytes) % tailBytes);
      const tail = new Uint8Array(tailBytes);
      tail.set(held.subarray(oldest));
      tail.set(held.subarray(headBytes, oldest), heldBytes - oldest);
      return { head: held.subarray(0, headBytes), tail, size };
    },
  };
}

/** Returns undefined if the file has no such bytes, or they are in neither of its ends. */
export function bytesAt(
  { head, tail, size }: FileEnds,
  start: number,
  length: number,
): Uint8Array | undefined {
  const end = start + length;
  if (start < 0 || end > size) return undefined;
  if (end <= head.length) return head.subarray(start, end);
  const tailStart = size - tail.length;
  return start >= tailStart ? tail.subarray(start - tailStart, end - tailStart) : undefined;
}

export const uint16 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;

export const uint32 = (bytes: Uint8Array, at: number): number =>
  uint16(bytes, at) + uint16(bytes, at + 2) * 65_536;

export const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** The first and the last bytes of a file. Both are the whole file if it has no more than `heldBytes`. */
export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly size: number;
  /** The first bytes of a compound file's directory, which may be between head and tail. */
  readonly directory?: Uint8Array;
  /** Only the first bytes have arrived: the tail is the head. */
  readonly isBeginning?: true;
}

const directoryBytes = 4096;

/** Returns where the header of a compound file says that its directory begins (MS-CFB 2.2); a number for any bytes. */
export const directoryOffset = (head: Uint8Array): number =>
  (uint32(head, 48) + 1) * 2 ** Math.min(uint16(head, 30), 16);

const headBytes = 64 * 1024;
/** The directory of a zip archive with 3,000 entries fits in. */
const tailBytes = 256 * 1024;
export const heldBytes = headBytes + tailBytes;

export async function endsOfBlob(file: Blob): Promise<FileEnds> {
  const { size } = file;
  const read = async (from: number, to: number) =>
    new Uint8Array(await file.slice(from, to).arrayBuffer());
  if (size > heldBytes) {
    const head = await read(0, headBytes);
    const at = directoryOffset(head);
    const directory = await read(at, at + directoryBytes);
    return { head, tail: await read(size - tailBytes, size), size, directory };
  }
  const whole = await read(0, size);
  return { head: whole, tail: whole, size };
}

/** Collects the ends of a file that arrives in chunks. It copies them, because a chunk may be a slice of a larger buffer. */
export function collectEnds() {
  /** The first `heldBytes`, then the bytes after `headBytes` in a ring. */
  let held = new Uint8Array(headBytes);
  const directory = new Uint8Array(directoryBytes);
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
  /** Copies what the chunk has of the directory. The header comes before it. */
  const copyDirectory = (chunk: Uint8Array): void => {
    const from = directoryOffset(held) - (size - chunk.length);
    const part = chunk.subarray(Math.max(from, 0), Math.max(from + directoryBytes, 0));
    if (part.length > 0) directory.set(part, Math.max(-from, 0));
  };
  return {
    add(chunk: Uint8Array): void {
      copy(chunk);
      copyDirectory(chunk);
    },
    ends(): FileEnds {
      if (size <= heldBytes) {
        const whole = held.subarray(0, size);
        return { head: whole, tail: whole, size };
      }
      const oldest = headBytes + ((size - headBytes) % tailBytes);
      const tail = new Uint8Array(tailBytes);
      tail.set(held.subarray(oldest));
      tail.set(held.subarray(headBytes, oldest), heldBytes - oldest);
      return { head: held.subarray(0, headBytes), tail, size, directory };
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

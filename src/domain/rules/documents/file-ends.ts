/** The first and the last bytes of a file. They overlap, or are equal, if it is small. */
export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Only the first bytes have arrived, so `tail` is equal to `head`. */
  readonly isBeginning?: true;
}

/** The directory of a zip archive with 1,500 entries fits into this number of bytes. */
export const endBytes = 128 * 1024;

export async function endsOfBlob(file: Blob): Promise<FileEnds> {
  const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
  return {
    head: await bytesOf(file.slice(0, endBytes)),
    tail: await bytesOf(file.slice(-endBytes)),
  };
}

/** Collects the ends of a file that arrives in chunks. It copies them, because a chunk may be a slice of a larger buffer. */
export function collectEnds() {
  /** The head, then the latest bytes. */
  const held = new Uint8Array(3 * endBytes);
  let length = 0;
  return {
    add(chunk: Uint8Array): void {
      for (let start = 0; start < chunk.length; ) {
        if (length === held.length) {
          held.copyWithin(endBytes, length - endBytes);
          length = 2 * endBytes;
        }
        const part = chunk.subarray(start, start + held.length - length);
        held.set(part, length);
        length += part.length;
        start += part.length;
      }
    },
    ends: (): FileEnds => ({
      head: held.subarray(0, Math.min(length, endBytes)),
      tail: held.subarray(Math.max(length - endBytes, 0), length),
    }),
  };
}

/** Each byte is one character. Those from 80 to 9f are other characters, as in Windows-1252. */
export const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

import { bytesAt, type FileEnds, latin1, uint16, uint32 } from './file-ends.ts';

export interface ZipEntry {
  /** Separators are slashes, and letters are lower case: Office compares part names so, and some writers use backslashes. */
  readonly name: string;
  readonly method: number;
  readonly compressedBytes: number;
  readonly offset: number;
}

const endRecordBytes = 22;
const end64Bytes = 56;
const locator64Bytes = 20;
/** The comment after the end record has at most this number of bytes. */
const maxCommentBytes = 65_535;

const partName = (bytes: Uint8Array): string =>
  latin1(bytes).replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/**
 * Reads the directory at the end of a zip archive (APPNOTE 4.3.12). Returns undefined if it is damaged, or longer than the
 * tail of the file. It finds the directory by its size before the end record, as bytes before the archive change the offset.
 */
export function zipEntries({ tail }: FileEnds): ZipEntry[] | undefined {
  const lowest = Math.max(0, tail.length - endRecordBytes - maxCommentBytes);
  for (let at = tail.length - endRecordBytes; at >= lowest; at--) {
    if (!hasSignature(tail, at, 5, 6)) continue;
    const at64 = at - locator64Bytes - end64Bytes;
    const hasEnd64 = at64 >= 0 && hasSignature(tail, at64, 6, 6);
    const end = hasEnd64 ? at64 : at;
    const size = hasEnd64 ? uint32(tail, at64 + 40) : uint32(tail, at + 12);
    if (size > 0 && size <= end && hasSignature(tail, end - size, 1, 2))
      return entriesOf(tail.subarray(end - size, end));
  }
  return undefined;
}

function entriesOf(directory: Uint8Array): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; hasSignature(directory, at, 1, 2); ) {
    const nameEnd = at + 46 + uint16(directory, at + 28);
    entries.push({
      name: partName(directory.subarray(at + 46, nameEnd)),
      method: uint16(directory, at + 10),
      compressedBytes: uint32(directory, at + 20),
      offset: uint32(directory, at + 42),
    });
    at = nameEnd + uint16(directory, at + 30) + uint16(directory, at + 32);
  }
  return entries;
}

export const isZip = (head: Uint8Array): boolean =>
  hasSignature(head, 0, 3, 4) || hasSignature(head, 0, 5, 6);

export const firstEntryName = (head: Uint8Array): string =>
  hasSignature(head, 0, 3, 4) ? partName(head.subarray(30, 30 + uint16(head, 26))) : '';

function hasSignature(bytes: Uint8Array, at: number, third: number, fourth: number): boolean {
  return (
    bytes[at] === 0x50 &&
    bytes[at + 1] === 0x4b &&
    bytes[at + 2] === third &&
    bytes[at + 3] === fourth
  );
}

/** A browser inflates a chunk as a whole, to at most 1,032 times its size. */
const maxCompressedBytes = 16 * 1024;
const maxTextBytes = 256 * 1024;

/**
 * Returns the beginning of a small entry as ASCII text. Undefined if the entry is large or damaged, is not in the file's
 * ends, or this browser cannot inflate it.
 */
export async function readZipEntry(
  ends: FileEnds,
  { method, compressedBytes, offset }: ZipEntry,
): Promise<string | undefined> {
  const header = bytesAt(ends, offset, 30);
  if (!header || compressedBytes > maxCompressedBytes) return undefined;
  const start = offset + 30 + uint16(header, 26) + uint16(header, 28);
  const data = bytesAt(ends, start, compressedBytes);
  if (!data || (method !== 0 && method !== 8)) return undefined;
  const bytes = method === 0 ? data : await inflate(data);
  // The text may be UTF-16.
  return bytes && latin1(bytes).replaceAll('\0', '');
}

async function inflate(data: Uint8Array): Promise<Uint8Array | undefined> {
  const inflated = new Uint8Array(maxTextBytes);
  let length = 0;
  try {
    const source = new Blob([new Uint8Array(data)]).stream();
    const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    while (length < maxTextBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, maxTextBytes - length);
      inflated.set(part, length);
      length += part.length;
    }
    await reader.cancel();
  } catch {
    // The data is damaged, or the browser is older than deflate-raw (2023).
    return undefined;
  }
  return inflated.subarray(0, length);
}

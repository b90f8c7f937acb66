import { bytesAt, directoryOffset, type FileEnds, uint16, uint32 } from './file-ends.ts';

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

export const isCompoundFile = (head: Uint8Array): boolean =>
  signature.every((byte, index) => head[index] === byte);

/**
 * MS-CFB 2.6. The directory can be anywhere in the file, in parts, so its entries of 128 bytes are searched at its
 * beginning and in both ends of the file.
 */
export function compoundStreams(ends: FileEnds): ReadonlyMap<string, number> {
  const streams = new Map<string, number>();
  const { head, tail, size, directory = tail.subarray(0, 0) } = ends;
  for (const [bytes, offset] of [
    [head, 0],
    [directory, directoryOffset(head)],
    [tail, size - tail.length],
  ] as const)
    for (let at = (128 - (offset % 128)) % 128; at + 128 <= bytes.length; at += 128) {
      const nameBytes = uint16(bytes, at + 64);
      if (bytes[at + 66] !== 2 || nameBytes > 64) continue;
      const name = new TextDecoder('utf-16le').decode(bytes.subarray(at, at + nameBytes - 2));
      streams.set(name, uint32(bytes, at + 116));
    }
  return streams;
}

/** Returns whether it is an encrypted .docx, or a .doc whose main stream says so (MS-DOC 2.5.2, fEncrypted). */
export function isEncryptedCompoundFile(ends: FileEnds): boolean {
  const streams = compoundStreams(ends);
  const sector = streams.get('WordDocument');
  if (sector === undefined) return streams.has('EncryptedPackage');
  const sectorBytes = 2 ** Math.min(uint16(ends.head, 30), 16);
  const main = bytesAt(ends, (sector + 1) * sectorBytes, 12);
  return main !== undefined && uint16(main, 0) === 0xa5ec && ((main[11] ?? 0) & 1) === 1;
}

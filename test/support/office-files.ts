import { deflateRawSync } from 'node:zlib';
import { endsOfBlob, type FileEnds } from '#src/domain/rules/documents/file-ends.ts';

export const endsOf = (bytes: Uint8Array): Promise<FileEnds> =>
  endsOfBlob(new Blob([new Uint8Array(bytes)]));

export type Entry = readonly [name: string, content: string | Buffer];

/** Writes a zip archive. */
export function zipOf(
  entries: readonly Entry[],
  {
    store = false,
    zip64 = false,
    comment = '',
  }: { store?: boolean; zip64?: boolean; comment?: string } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const data = store ? Buffer.from(content as string) : deflateRawSync(content);
    const encoded = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(store ? 0 : 8, 8);
    local.writeUInt16LE(encoded.length, 26);
    const central = Buffer.alloc(46);
    central.write('PK\x01\x02', 'latin1');
    central.writeUInt16LE(store ? 0 : 8, 10);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt16LE(encoded.length, 28);
    central.writeUInt32LE(offset, 42);
    parts.push(local, encoded, data);
    directory.push(central, encoded);
    offset += 30 + encoded.length + data.length;
  }
  const directorySize = Buffer.concat(directory).length;
  const end64 = Buffer.alloc(zip64 ? 76 : 0);
  if (zip64) {
    end64.write('PK\x06\x06', 'latin1');
    end64.writeUInt32LE(directorySize, 40);
    end64.write('PK\x06\x07', 56, 'latin1');
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(zip64 ? 0xffffffff : directorySize, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, ...directory, end64, end, Buffer.from(comment)]);
}

export const types: Entry = ['[Content_Types].xml', '<Types/>'];
export const wordDocument: Entry = ['word/document.xml', '<w:document/>'];

/**
 * Writes a compound file whose directory has `around` bytes on each side, and whose main stream begins at byte 512. The
 * `entryType` 1 is a storage, 2 a stream.
 */
export function compoundFile(
  streams: readonly string[],
  { flags = 0, around = 0, entryType = 2 } = {},
): Buffer {
  const header = Buffer.alloc(512);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1 + around / 512, 48);
  const main = Buffer.alloc(512);
  if (streams.includes('WordDocument')) main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(flags, 10);
  const entries = streams.map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    entry[66] = entryType;
    return entry;
  });
  const stream = Buffer.alloc(around);
  return Buffer.concat([header, main, stream, ...entries, stream]);
}

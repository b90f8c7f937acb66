import { imageSize } from 'image-size';

export interface CheckedPicture {
  /** The picture without its metadata, such as the place where it was taken. */
  readonly body: Buffer<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Reads a PNG, JPEG or WebP picture by its first bytes. @throws Error that names the fault */
export function readRaster(bytes: Buffer<ArrayBuffer>): CheckedPicture {
  const { type = '', width, height, orientation = 1 } = imageSize(bytes);
  if (orientation !== 1)
    throw new Error('is turned by its metadata: turn it in an editor, and save it again');
  const parts = { png: pngParts, jpg: jpegParts, webp: webpParts }[type];
  if (!parts) throw new TypeError(`is of the type ${type}`);
  return { body: Buffer.concat(parts(bytes)), width, height };
}

const pngMetadata = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'dSIG']);

function pngParts(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!pngMetadata.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return parts;
}

/** Kept segments: JFIF, the color profile, Adobe's color transform. Other application segments are metadata. */
const jpegKept = new Set([0xe0, 0xe2, 0xee]);

function jpegParts(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new Error('is a damaged JPEG picture');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) break;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    // The data of the picture ends at the next marker that is neither escaped nor a restart.
    if (marker === 0xda)
      while (
        bytes.readUInt8(end) !== 0xff ||
        bytes.readUInt8(end + 1) === 0 ||
        (bytes.readUInt8(end + 1) & 0xf8) === 0xd0
      )
        end += 1;
    const isMetadata =
      marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !jpegKept.has(marker));
    if (!isMetadata) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return [...parts, Buffer.from([0xff, 0xd9])];
}

function webpParts(bytes: Buffer): Buffer[] {
  const header = Buffer.from(bytes.subarray(0, 12));
  const parts: Buffer[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    const chunk = Buffer.from(bytes.subarray(at, end));
    // Clears the flags for Exif and XMP, which were removed.
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~0x0c, 8);
    if (type !== 'EXIF' && type !== 'XMP ') parts.push(chunk);
    at = end;
  }
  header.writeUInt32LE(4 + parts.reduce((sum, { length }) => sum + length, 0), 4);
  return [header, ...parts];
}

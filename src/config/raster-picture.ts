interface Raster {
  /** The picture without its metadata, such as the place where it was taken. */
  readonly body: Buffer<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Reads a PNG, JPEG or WebP picture by its first bytes. @throws Error that says what is wrong with it */
export function readRaster(bytes: Buffer<ArrayBuffer>): Raster {
  if (bytes.subarray(0, 8).equals(pngSignature)) return readPng(bytes);
  if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes);
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return readWebp(bytes);
  throw new Error('is no PNG, JPEG or WebP picture');
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngMetadata = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'dSIG']);

function readPng(bytes: Buffer<ArrayBuffer>): Raster {
  const parts: Uint8Array[] = [pngSignature];
  for (let at = pngSignature.length; at < bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!pngMetadata.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return {
    body: Buffer.concat(parts),
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
}

/** JFIF, the color profile and Adobe's color transform. The other application segments and the comment are metadata. */
const jpegKept = new Set([0xe0, 0xe2, 0xee]);

function readJpeg(bytes: Buffer<ArrayBuffer>): Raster {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let width = 0;
  let height = 0;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new Error('is a damaged JPEG picture');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) break;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xc0 || (marker > 0xc0 && marker <= 0xcf && marker % 4 !== 0)) {
      height = bytes.readUInt16BE(at + 5);
      width = bytes.readUInt16BE(at + 7);
    }
    if (marker === 0xe1 && isTurned(bytes.subarray(at + 4, end)))
      throw new Error('is turned by its metadata: turn it in an editor, and save it again');
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
  parts.push(Buffer.from([0xff, 0xd9]));
  return { body: Buffer.concat(parts), width, height };
}

/** Returns whether the tag Orientation of Exif is not 1. */
function isTurned(segment: Buffer): boolean {
  if (segment.toString('latin1', 0, 4) !== 'Exif') return false;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let index = 0; index < short(first); index += 1)
    if (short(first + 2 + index * 12) === 0x0112) return short(first + 10 + index * 12) !== 1;
  return false;
}

function readWebp(bytes: Buffer<ArrayBuffer>): Raster {
  const parts: Buffer[] = [];
  let size = { width: 0, height: 0 };
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    const chunk = Buffer.from(bytes.subarray(at, end));
    const data = chunk.subarray(8);
    if (type === 'VP8X') {
      // The flags say that there is no Exif and no XMP.
      data.writeUInt8(data.readUInt8(0) & ~0x0c, 0);
      size = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    } else if (type === 'VP8 ' && size.width === 0)
      size = { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
    else if (type === 'VP8L' && size.width === 0) {
      const packed = data.readUInt32LE(1);
      size = { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    if (type !== 'EXIF' && type !== 'XMP ') parts.push(chunk);
    at = end;
  }
  const content = Buffer.concat(parts);
  const header = Buffer.from(bytes.subarray(0, 12));
  header.writeUInt32LE(content.length + 4, 4);
  return { body: Buffer.concat([header, content]), ...size };
}

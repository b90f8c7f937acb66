import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

type Bitmap = { width: number; height: number; channels: number; pixels: Buffer };
type Color = readonly [number, number, number];

/**
 * Reduces a picture to at most 256 colors, which takes a third of the bytes for pages of flat color. Reads
 * what Chromium writes (8 bits per channel, RGB or RGBA, not interlaced); transparency is lost.
 */
export function withPalette(png: Buffer): Buffer {
  const { width, height, channels, pixels } = read(png);
  const histogram = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += channels) {
    const color = coarse(pixels, at);
    histogram.set(color, (histogram.get(color) ?? 0) + 1);
  }
  const palette = medianCut([...histogram], 256);
  const nearest = new Map<number, number>();
  for (const color of histogram.keys()) nearest.set(color, nearestIn(palette, split(color)));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0, from = 0; y < height; y++) {
    let to = y * (width + 1) + 1;
    for (let x = 0; x < width; x++, from += channels)
      rows[to++] = nearest.get(coarse(pixels, from)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Six bits of each channel: similar colors count as one. */
const coarse = (pixels: Buffer, at: number) =>
  (((pixels[at] ?? 0) >> 2) << 12) |
  (((pixels[at + 1] ?? 0) >> 2) << 6) |
  ((pixels[at + 2] ?? 0) >> 2);

function split(color: number): Color {
  const wide = (bits: number) => Math.round((bits * 255) / 63);
  return [wide(color >> 12), wide((color >> 6) & 63), wide(color & 63)];
}

/** Splits the box of colors with the widest weighted spread in two until there are enough boxes. */
function medianCut(histogram: [number, number][], size: number): Color[] {
  type Box = { colors: { rgb: Color; count: number }[]; channel: 0 | 1 | 2; spread: number };
  const box = (colors: Box['colors']): Box => {
    const count = colors.reduce((sum, color) => sum + color.count, 0);
    const ranges = ([0, 1, 2] as const).map((channel) => {
      const values = colors.map(({ rgb }) => rgb[channel]);
      return (
        values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255)
      );
    });
    const widest = ranges.indexOf(Math.max(...ranges)) as 0 | 1 | 2;
    // The square root limits the weight of a large background, so that small pictures on it get colors too.
    return { colors, channel: widest, spread: (ranges[widest] ?? 0) * Math.sqrt(count) };
  };
  const boxes = [box(histogram.map(([color, count]) => ({ rgb: split(color), count })))];
  while (boxes.length < size) {
    boxes.sort((a, b) => a.spread - b.spread);
    const widest = boxes.pop();
    if (!widest || widest.colors.length < 2) {
      if (widest) boxes.push(widest);
      break;
    }
    const { channel } = widest;
    const sorted = widest.colors.toSorted((a, b) => a.rgb[channel] - b.rgb[channel]);
    const half = Math.ceil(sorted.length / 2);
    boxes.push(box(sorted.slice(0, half)), box(sorted.slice(half)));
  }
  // The most frequent color of a box represents it, so that backgrounds keep their exact color.
  return boxes.map(
    ({ colors }) => colors.reduce((most, color) => (color.count > most.count ? color : most)).rgb,
  );
}

function nearestIn(palette: readonly Color[], [r, g, b]: Color): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [pr, pg, pb]] of palette.entries()) {
    const distance = (r - pr) ** 2 + (g - pg) ** 2 + (b - pb) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function read(png: Buffer): Bitmap {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? (pixels[at - channels] ?? 0) : 0;
      const up = y > 0 ? (pixels[at - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (pixels[at - stride - channels] ?? 0) : 0;
      pixels[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return { width, height, channels, pixels };
}

/** PNG's five row filters (PNG specification, section 9). */
function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [guess - left, guess - up, guess - corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { extractImages, getDocumentProxy } from 'unpdf';
import { newFolder } from './new-folder.ts';

type Color = 'red' | 'lime' | 'blue' | 'yellow';

/**
 * Returns a JPEG in base64 with the colors in its corners, clockwise from the top left; `noisy`: as large as a
 * photograph. For `page.evaluate`.
 */
export async function draw({
  width: w,
  height: h,
  noisy = false,
}: {
  readonly width: number;
  readonly height: number;
  readonly noisy?: boolean;
}): Promise<string> {
  const canvas = new OffscreenCanvas(w, h);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const corners = [
    ['red', 0, 0],
    ['lime', w / 2, 0],
    ['blue', w / 2, h / 2],
    ['yellow', 0, h / 2],
  ] as const;
  for (const [color, x, y] of corners) {
    context.fillStyle = color;
    context.fillRect(x, y, w / 2, h / 2);
  }
  if (noisy) {
    const tile = new OffscreenCanvas(500, 500);
    const pixels = new ImageData(500, 500);
    for (let at = 0; at < pixels.data.length; at += 1)
      pixels.data[at] = at % 4 === 3 ? 90 : Math.random() * 255;
    tile.getContext('2d')?.putImageData(pixels, 0, 0);
    for (let x = 0; x < w; x += 500) for (let y = 0; y < h; y += 500) context.drawImage(tile, x, y);
  }
  const reader = new FileReader();
  reader.readAsDataURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 }));
  await new Promise((resolve) => reader.addEventListener('load', resolve));
  return String(reader.result).split(',')[1] ?? '';
}

/** Returns the bytes in base64 of the file that a field has: for `page.evaluate`. */
export async function fileOf(input: Element): Promise<string> {
  const reader = new FileReader();
  reader.readAsDataURL((input as HTMLInputElement).files?.[0] ?? new Blob());
  await new Promise((resolve) => reader.addEventListener('load', resolve));
  return String(reader.result).split(',')[1] ?? '';
}

/** Returns the same JPEG with the EXIF note that a phone writes: turn it by 90° clockwise to show it. */
export const heldUpright = (jpeg: Buffer) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from('ffe10022457869660000', 'hex'),
    Buffer.from('4d4d002a000000080001011200030000000100060000', 'hex'),
    Buffer.from('00000000', 'hex'),
    jpeg.subarray(2),
  ]);

/** Files of these names, which disappear with the test. */
export async function files(t: TestContext, contents: Readonly<Record<string, Buffer>>) {
  const folder = newFolder(t);
  return Promise.all(
    Object.entries(contents).map(async ([name, content]) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    }),
  );
}

const named: Readonly<Record<Color, readonly [number, number, number]>> = {
  red: [255, 0, 0],
  lime: [0, 255, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
};

/** Returns each page of a PDF: its turn, the size of its picture, and the color of the picture's top left corner. */
export async function pagesOf(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const [image] = await extractImages(document, index + 1);
      assert.ok(image);
      const { width, height, channels, data } = image;
      const at = (10 * width + 10) * channels;
      const pixel = [...data.slice(at, at + 3)];
      const [topLeft] = Object.entries(named).find(([, color]) =>
        color.every((value, channel) => Math.abs(value - (pixel[channel] ?? 0)) < 60),
      ) ?? [String(pixel)];
      const { rotate } = await document.getPage(index + 1);
      return { rotate, width, height, topLeft };
    }),
  );
}

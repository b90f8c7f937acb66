import type { Jpeg } from './pages.ts';
import type { PictureRequest } from './read-picture.ts';

/**
 * Decodes a picture with its EXIF orientation. Sends undefined for a file that is no picture, incomplete, too large, or
 * of a format that the browser does not know.
 */
addEventListener('message', async ({ data }: MessageEvent<PictureRequest>) => {
  postMessage(await jpegOf(data).catch(() => undefined));
});

async function jpegOf({ source, maxSide, quality, turn, area }: PictureRequest): Promise<Jpeg> {
  const bitmap = await createImageBitmap(source);
  try {
    const { x, y, width, height } = area ?? {
      x: 0,
      y: 0,
      width: bitmap.width,
      height: bitmap.height,
    };
    const scale = Math.min(1, maxSide / Math.max(width, height));
    const [w, h] = [
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    ];
    const canvas = turn % 180 === 0 ? new OffscreenCanvas(w, h) : new OffscreenCanvas(h, w);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('no canvas');
    // A JPEG has no transparency.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((turn * Math.PI) / 180);
    context.drawImage(bitmap, x, y, width, height, -w / 2, -h / 2, w, h);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    return { blob, width: canvas.width, height: canvas.height };
  } finally {
    bitmap.close();
  }
}

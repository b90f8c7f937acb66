import type { Jpeg } from './pages.ts';
import type { PictureRequest } from './read-picture.ts';

/**
 * Decodes a picture with its EXIF orientation. Sends undefined for a file that is no picture, incomplete, too large, or
 * of a format that the browser does not know.
 */
addEventListener('message', async ({ data }: MessageEvent<PictureRequest>) => {
  postMessage(await jpegOf(data).catch(() => undefined));
});

async function jpegOf({ source, maxSide, quality }: PictureRequest): Promise<Jpeg> {
  const bitmap = await createImageBitmap(source);
  try {
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
    if (!context) throw new Error('no canvas');
    // A JPEG has no transparency.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const blob = await context.canvas.convertToBlob({ type: 'image/jpeg', quality });
    return { blob, width, height };
  } finally {
    bitmap.close();
  }
}

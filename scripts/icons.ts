/**
 * `npm run icons`: writes the icons of browsers and home screens to public/, from src/components/icon/site-icon.svg. To be
 * run again when that picture changes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const root = join(import.meta.dirname, '..');
const svg = readFileSync(join(root, 'src/components/icon/site-icon.svg'), 'utf8')
  // The dark colors are for tabs of a dark browser; these icons have one form.
  .replace(/@media\(prefers-color-scheme:dark\)\{.*?\}\}/, '');
/** Of the paper, behind icons that a system cuts to its own shape. */
const background = '#fbf5ea';

function png(size: number, options: { readonly inset?: number } = {}): Buffer {
  const { inset } = options;
  const drawn =
    inset === undefined
      ? svg
      : svg.replace(
          /viewBox="[^"]*"/,
          `viewBox="${-inset} ${-inset} ${32 + 2 * inset} ${32 + 2 * inset}"`,
        );
  const resvg = new Resvg(drawn, {
    fitTo: { mode: 'width', value: size },
    ...(inset !== undefined && { background }),
  });
  return resvg.render().asPng();
}

/** An ICO file: a directory of pictures, each a PNG file. */
function ico(pictures: readonly { readonly size: number; readonly bytes: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, bytes }] of pictures.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(bytes.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...pictures.map(({ bytes }) => bytes)]);
}

const write = (name: string, bytes: Buffer) => writeFileSync(join(root, 'public', name), bytes);
write('favicon.ico', ico([16, 32, 48].map((size) => ({ size, bytes: png(size) }))));
write('apple-touch-icon.png', png(180, { inset: 4 }));
write('icon-192.png', png(192));
write('icon-512.png', png(512));
// A system shows at least the inner circle of 80% of the width.
write('icon-maskable.png', png(512, { inset: 6 }));

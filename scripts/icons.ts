/**
 * Writes the icons of browsers and home screens for `npm run icons`, in the colors of src/styles/tokens.css. A test fails
 * when they must be written again.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { colorOf } from '#src/config/skins.ts';

const accent = colorOf('accent');
const plate = colorOf('illustration-1').light;
/** The background of icons that a system cuts to its own shape. */
const background = colorOf('paper').light;

/** @param dark a style for tabs of a dark browser; the other icons have one form */
const svg = (dark = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Plate</title><style>.p{fill:${accent.light}}.r{fill:${plate}}${dark}</style><circle class="p" cx="16" cy="16" r="15"/><circle class="r" cx="16" cy="16" r="8.5"/><circle class="p" cx="19.5" cy="13" r="3"/></svg>\n`;

function png(size: number, options: { readonly inset?: number } = {}): Buffer {
  const { inset } = options;
  const drawn =
    inset === undefined
      ? svg()
      : svg().replace(
          /viewBox="[^"]*"/,
          `viewBox="${-inset} ${-inset} ${32 + 2 * inset} ${32 + 2 * inset}"`,
        );
  const resvg = new Resvg(drawn, {
    fitTo: { mode: 'width', value: size },
    ...(inset !== undefined && { background }),
  });
  return resvg.render().asPng();
}

/** Writes an ICO file: a directory of pictures, each a PNG file. */
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

/** Returns the icons by their paths in the project. */
export const iconFiles = (): Readonly<Record<string, string | Buffer>> => ({
  'src/components/icon/site-icon.svg': svg(
    `@media(prefers-color-scheme:dark){.p{fill:${accent.dark}}.r{fill:${colorOf('on-accent').dark}}}`,
  ),
  'public/favicon.ico': ico([16, 32, 48].map((size) => ({ size, bytes: png(size) }))),
  'public/apple-touch-icon.png': png(180, { inset: 4 }),
  'public/icon-192.png': png(192),
  'public/icon-512.png': png(512),
  // A system shows at least the inner circle of 80% of the width.
  'public/icon-maskable.png': png(512, { inset: 6 }),
});

if (import.meta.main)
  for (const [path, content] of Object.entries(iconFiles()))
    writeFileSync(join(import.meta.dirname, '..', path), content);

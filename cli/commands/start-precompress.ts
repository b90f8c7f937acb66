import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Files of text; pictures and woff2 fonts are compressed as they are. */
const compressible = new Set(
  '.css .html .ico .js .json .map .mjs .svg .ttf .txt .webmanifest .xml'.split(' '),
);
/** Below this many bytes a packet holds the file either way. */
const worthwhile = 1024;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Writes `name.br` and `name.gz` beside every compressible file below `directory`, at the highest levels:
 * made once at build, read by every visitor. A variant that saves nothing is not written.
 */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(writeVariants));
}

async function writeVariants(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < worthwhile) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([asBrotli(bytes, { params }), asGzip(bytes, { level: 9 })]);
  if (br.length < bytes.length) await writeFile(`${path}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
}

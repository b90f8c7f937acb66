/** `npm run build`: builds the site, beside sites that run, and links dist to it. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuildError, build } from '../cli/server/build.ts';

try {
  await build(dirname(dirname(fileURLToPath(import.meta.url))));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.output}\n${error.message}\n`);
  process.exitCode = 1;
}

/** Builds the site for `npm run build`, beside running sites, and links dist to the new build. */
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

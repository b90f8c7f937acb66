/** Builds the site for `npm run build`, beside running sites, links dist to the new build, and writes nginx's error pages. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeErrorPages } from '../cli/config/error-pages.ts';
import { BuildError, build } from '../cli/server/build.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
try {
  await build(root);
  writeErrorPages(join(root, 'dist', 'error-pages'));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.output}\n${error.message}\n`);
  process.exitCode = 1;
}

/** Builds the site for `npm run build`, beside running sites, links dist to the new build, and writes nginx's error pages. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeErrorPages } from '../cli/config/error-pages.ts';
import { build } from '../cli/server/build.ts';
import { CommandError } from '../src/domain/model/exit-codes.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
try {
  await build(root);
  writeErrorPages(join(root, 'dist', 'error-pages'));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/**
 * Writes `packaged`, which `npm pack` packs besides the launcher: the build, and `cli` and `src` as JavaScript, because
 * Node strips no types below node_modules. The folders are the same as in the project, so that every path between them is
 * the same.
 */
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../cli/server/build.ts';
import manifest from '../package.json' with { type: 'json' };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'packaged');

/** Writes a changed copy of a file of the project to the same place in the package. */
async function convert(path: string, name: string, change: (text: string) => string) {
  const file = join(target, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, change(await readFile(join(root, path), 'utf8')));
}

const asJavaScript = (source: string): string =>
  // The expression finds imports such as `from './a.ts'` and `import('#src/a.ts')`.
  stripTypeScriptTypes(source).replace(/\b((?:from|import)\b\s*\(?\s*'[.#][^']+)\.ts'/g, "$1.js'");

await buildIfStale(root, (line) => process.stderr.write(`${line}\n`));
await rm(target, { recursive: true, force: true });
for (const path of globSync('{cli,src}/**/*.ts', { cwd: root }))
  await convert(path, path.replace(/\.ts$/, '.js'), asJavaScript);
for (const path of ['fixtures', 'src/styles/tokens.css', 'src/styles/palettes.css'])
  await cp(join(root, path), join(target, path), { recursive: true });
const build = await realpath(join(root, 'dist'));
await cp(build, join(target, 'dist'), { recursive: true });
// The scripts of a build contain the name of its folder, to which `dist` is a link.
for (const path of globSync('dist/server/**/*.js', { cwd: root }))
  await convert(path, path, (script) => script.replaceAll(basename(build), 'dist'));
const { name, version, type, imports } = manifest;
const description = JSON.stringify({ name, version, type, imports });
await writeFile(join(target, 'package.json'), description.replaceAll('.ts"', '.js"'));

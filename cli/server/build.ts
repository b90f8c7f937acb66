import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, existsSync, constants as fileConstants, readFileSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { writeAtomically } from '#src/files/write.ts';
import { tryLock } from './data-dir-lock.ts';

const sources = [
  ...['src', 'public', 'waku.config.ts', 'package.json', 'package-lock.json'],
  ...['cli/bundle.config.ts', 'cli/server/build.ts'],
];
/** `waku dev` writes this file of types. */
const notBuilt = join('src', 'pages.gen.ts');
/** The folder of a build has this prefix and its time as its name. `dist` is a link to the newest one. */
const buildPrefix = '.build-';
/** A running site loads parts of its build when they are first needed, so its folder outlives this many newer builds. */
const olderBuilds = 4;
export const builtPrograms = {
  site: join('server', 'index.js'),
  apiHost: join('host', 'api-host.cjs'),
} as const;

/** Compares content, because a checkout, an image layer or a rebase changes dates. One process builds, others wait. */
export async function buildIfStale(root: string, print: (line: string) => void): Promise<void> {
  if (await isUpToDate(root)) return;
  requireWritable(root);
  await withLock(root, async () => {
    if (await isUpToDate(root)) return;
    print(
      isMissing(root) ? 'Building the site…' : 'The sources have changed: building the site again…',
    );
    const started = performance.now();
    await makeBuild(root);
    print(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  });
}

function requireWritable(root: string): void {
  try {
    accessSync(root, fileConstants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const build = isMissing(root) ? 'There is no build' : 'The build is older than its sources';
    const message = `${build}, and ${root} cannot be written (${code}): run npm run build there.`;
    throw new CommandError('invalid', message, error);
  }
}

/** Builds into a new folder, then links `dist` to it: running sites keep their build, and an error changes nothing. */
export const build = (root: string): Promise<void> => withLock(root, () => makeBuild(root));

async function makeBuild(root: string): Promise<void> {
  // The names sort by time. mkdtemp would create a directory that only one user can read.
  const folder = `${buildPrefix}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  const directory = join(root, folder);
  await mkdir(directory);
  try {
    // The digest is computed before the build, so that a source that changes during the build makes it out of date.
    const builtFrom = await sourceDigest(root);
    await run(root, ['node_modules/waku/dist/cli.js', 'build'], folder);
    await run(
      root,
      [
        ...'node_modules/vite/bin/vite.js build --configLoader native'.split(' '),
        '--config',
        'cli/bundle.config.ts',
      ],
      folder,
    );
    await precompress(join(directory, 'public'));
    await writeFile(join(directory, '.built-from'), builtFrom);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  const dist = join(root, 'dist');
  // If the project was copied without links, `dist` is a directory. Otherwise the rename replaces the link in one step.
  if ((await lstat(dist).catch(() => undefined))?.isDirectory())
    await rm(dist, { recursive: true });
  await writeAtomically(dist, (next) => symlink(folder, next, 'junction'));
  const builds = (await readdir(root)).filter((name) => name.startsWith(buildPrefix)).sort();
  for (const old of builds.slice(0, -1 - olderBuilds))
    await rm(join(root, old), { recursive: true });
}

const isMissing = (root: string): boolean =>
  Object.values(builtPrograms).some((path) => !existsSync(join(root, 'dist', path)));

async function isUpToDate(root: string): Promise<boolean> {
  if (isMissing(root)) return false;
  // A deployment may contain the build without its sources.
  if (!existsSync(join(root, 'waku.config.ts'))) return true;
  const builtFrom = await readFile(join(root, 'dist', '.built-from'), 'utf8').catch(() => '');
  return builtFrom === (await sourceDigest(root));
}

export async function sourceDigest(root: string): Promise<string> {
  const hash = createHash('sha256');
  // Reading five hundred small files synchronously takes a tenth of the processor time, and each start waits for it.
  for (const path of await listSources(root)) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

async function listSources(root: string): Promise<string[]> {
  const present = sources.map((source) => join(root, source)).filter((path) => existsSync(path));
  const found = await Promise.all(
    present.map((path) => (extname(path) === '' ? filesBelow(path) : [path])),
  );
  const paths = found.flat().map((path) => relative(root, path));
  return paths.filter((path) => path !== notBuilt).sort();
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** @param folder the folder of the build, which waku.config.ts and cli/bundle.config.ts read */
async function run(root: string, args: readonly string[], folder: string): Promise<void> {
  // A build is for any site config. It loads the pages, and so reads the sample.
  const env = { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: folder, SITE_CONFIG: '' };
  const options = { cwd: root, env, maxBuffer: Number.POSITIVE_INFINITY };
  await promisify(execFile)(process.execPath, args, options).catch(({ stdout, stderr }) => {
    process.stderr.write(`${stdout}${stderr}\n`);
    throw new CommandError('unexpected', 'The site could not be built.');
  });
}

async function withLock(root: string, work: () => Promise<void>): Promise<void> {
  const file = join(root, 'node_modules', '.careers-build.sqlite');
  let lock = tryLock(file);
  for (; !lock; lock = tryLock(file)) await delay(100);
  try {
    await work();
  } finally {
    lock.release();
  }
}

const compressible = new Set(
  '.css .html .ico .js .json .map .mjs .svg .ttf .txt .webmanifest .xml'.split(' '),
);
/** A smaller file fits in one packet with or without compression. */
const minBytes = 1024;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Writes `name.br` and `name.gz` beside each compressible file, unless they are not smaller. */
export async function precompress(directory: string): Promise<void> {
  const paths = await filesBelow(directory);
  await Promise.all(paths.filter((path) => compressible.has(extname(path))).map(writeVariants));
}

async function writeVariants(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([
    brotliAsync(bytes, { params }),
    gzipAsync(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${path}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
}

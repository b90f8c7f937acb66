import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { precompress } from './start-precompress.ts';

/** What the built site is made of, relative to the project. */
const sources = ['src', 'public', 'waku.config.ts', 'package.json', 'package-lock.json'];
/** Of these, what runs as it stands and is not built. */
const notBuilt = join('src', 'api-host');

/** `waku build` failed; `output` is what it printed. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  readonly output: string;
  constructor(output: string) {
    super('The site could not be built.');
    this.output = output;
  }
}

/**
 * Builds the site into `root`/dist unless dist was built from just these sources. By content, not by
 * dates: a checkout, a copied image layer or a rebase gives new dates to old files and old dates to new
 * ones. Of processes that start at once, one builds and the others wait for it.
 */
export async function buildIfStale(root: string, say: (line: string) => void): Promise<void> {
  if (await isFresh(root)) return;
  const release = await takeLock(join(root, 'node_modules', '.careers-build'));
  try {
    if (await isFresh(root)) return;
    const missing = !existsSync(join(root, 'dist', 'server', 'index.js'));
    say(missing ? 'Building the site…' : 'The sources have changed: building the site again…');
    const started = performance.now();
    await build(root);
    say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  } finally {
    await release();
  }
}

/** Builds the site, with its static files compressed beforehand. Throws a BuildError. */
export async function build(root: string): Promise<void> {
  const stamp = join(root, 'dist', '.built-from');
  await rm(stamp, { force: true });
  // Taken first: a source changed while the build runs makes it stale, never falsely fresh.
  const made = await fingerprint(root);
  await run(root, ['node_modules/waku/dist/cli.js', 'build']);
  await precompress(join(root, 'dist', 'public'));
  await writeFile(stamp, made);
}

async function isFresh(root: string): Promise<boolean> {
  if (!existsSync(join(root, 'dist', 'server', 'index.js'))) return false;
  // A deployment may ship the build without its sources: then there is nothing it could be older than.
  if (!existsSync(join(root, 'waku.config.ts'))) return true;
  const made = await readFile(join(root, 'dist', '.built-from'), 'utf8').catch(() => '');
  return made === (await fingerprint(root));
}

async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await listSources(root)) {
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
  }
  return hash.digest('hex');
}

async function listSources(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const source of sources) {
    if (/\.\w+$/.test(source)) found.push(source);
    else {
      const below = await readdir(join(root, source), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => []);
      for (const entry of below) {
        const path = join(entry.parentPath, entry.name)
          .slice(root.length)
          .replace(/^[\\/]/, '');
        if (entry.isFile() && !path.startsWith(notBuilt)) found.push(path);
      }
    }
  }
  return found.filter((path) => existsSync(join(root, path))).sort();
}

async function run(root: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new BuildError(output);
}

/** A link to our process number is made whole, by one process only; one whose process is gone is taken over. */
async function takeLock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await symlink(String(process.pid), path);
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = await readlink(path).catch(() => undefined);
      if (owner !== undefined && !isRunning(Number(owner))) await rm(path, { force: true });
      else await delay(100);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sourceDigest } from '#cli/server/build.ts';
import { tryLock } from '#cli/server/data-dir-lock.ts';
import { root } from './site.ts';

/** The last build of each name. */
const builds = join(root, 'node_modules/.cache/builds');

const parts =
  'src cli public fixtures scripts waku.config.ts tsconfig.json package.json package-lock.json';

/**
 * Copies the project without its tests into a temporary folder, which the caller removes; with its build if `hasBuild` is
 * true.
 */
export async function copyProject({ hasBuild = false } = {}): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'careers-copy-'));
  const build = hasBuild ? [basename(await realpath(join(root, 'dist')))] : [];
  for (const part of [...parts.split(' '), ...build])
    await cp(join(root, part), join(copy, part), { recursive: true });
  for (const name of build) await symlink(name, join(copy, 'dist'));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Changes a file of a copy. Throws if it does not contain `from`. */
export async function changeFile(file: string, from: string, to: string): Promise<void> {
  const source = await readFile(file, 'utf8');
  if (!source.includes(from)) throw new Error(`${file} does not contain: ${from}`);
  await writeFile(
    file,
    source.replace(from, () => to),
  );
}

/**
 * Builds a copy, or takes the last build of this name if its sources are the same, because a build takes as much processor
 * time as twelve starts of a site. Its files are not compressed. Throws if the build fails.
 */
export async function buildCopy(copy: string, name: string): Promise<void> {
  await changeFile(
    join(copy, 'cli/server/build.ts'),
    "await precompress(join(directory, 'public'));",
    '',
  );
  await mkdir(builds, { recursive: true });
  const lockFile = join(builds, `${name}.sqlite`);
  let lock = tryLock(lockFile);
  for (; !lock; lock = tryLock(lockFile)) await delay(100);
  try {
    const kept = join(builds, name);
    const [folder = ''] = await readdir(kept).catch(() => []);
    const builtFrom = await readFile(join(kept, folder, '.built-from'), 'utf8').catch(() => '');
    if (builtFrom === (await sourceDigest(copy))) {
      // The scripts of a build contain the name of its folder.
      await cp(join(kept, folder), join(copy, folder), { recursive: true });
      await symlink(folder, join(copy, 'dist'));
      return;
    }
    await runBuild(copy);
    const built = await readlink(join(copy, 'dist'));
    for (const path of [kept, `${kept}.new`]) await rm(path, { recursive: true, force: true });
    await cp(join(copy, built), join(`${kept}.new`, built), { recursive: true });
    await rename(`${kept}.new`, kept);
  } finally {
    lock.release();
  }
}

async function runBuild(copy: string): Promise<void> {
  const builder = spawn(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: 'inherit' });
  const [code] = await once(builder, 'exit');
  if (code !== 0) throw new Error(`The build of the copy ended with ${code}.`);
}

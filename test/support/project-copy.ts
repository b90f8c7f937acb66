import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isOfBuild } from '#cli/server/build.ts';
import { root } from './site.ts';

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
    await cp(join(root, part), join(copy, part), { recursive: true, filter: isOfBuild });
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

/** Builds a copy. Throws if the build fails. */
export async function buildCopy(copy: string): Promise<void> {
  const builder = spawn(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: 'inherit' });
  const [code] = await once(builder, 'exit');
  if (code !== 0) throw new Error(`The build of the copy ended with ${code}.`);
}

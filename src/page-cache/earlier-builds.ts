import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeAtomicallySync } from '#src/files/write.ts';
import { etagOf } from '#src/request/etag.ts';
import { log } from '#src/telemetry/logger.ts';
import { hashedName, type PublicFile, readPublicFiles } from './public-files.ts';

/** A page of an earlier build may stay open for this long after the first start of the next one. */
const keptMs = 7 * 24 * 60 * 60 * 1000;
/** The time of this file in the directory of a build is the first start of the next build. */
const replacedMark = '.replaced';
/** A process that was killed has left such a directory. */
const isPart = /\.part(?:-|$)/;

/**
 * Stores the files of this build in a directory of its own below `directory`. Returns them, and the files with a hash
 * in their name of all builds that were replaced within the last week, because open pages of these builds request them.
 */
export function withEarlierBuilds(
  files: ReadonlyMap<string, PublicFile>,
  directory: string,
): Map<string, PublicFile> {
  const id = etagOf(...[...files.keys()].sort()).replaceAll('"', '');
  const earlier = new Map<string, PublicFile>();
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(directory)) {
      const build = join(directory, name);
      if (isPart.test(name) || (name !== id && isExpired(build)))
        rmSync(build, { recursive: true, force: true });
      else if (name !== id)
        for (const [path, file] of readPublicFiles(build))
          if (hashedName.test(path)) earlier.set(path, file);
    }
    if (existsSync(join(directory, id))) rmSync(join(directory, id, replacedMark), { force: true });
    else writeAtomicallySync(join(directory, id), (part) => store(files, part));
  } catch (err) {
    // The files of this build are served even if they cannot be stored, for example on a full disk.
    log().warn({ event: 'earlier-builds-failed', err });
  }
  return new Map([...earlier, ...files]);
}

function isExpired(build: string): boolean {
  const mark = join(build, replacedMark);
  if (!existsSync(mark)) writeFileSync(mark, '', { mode: 0o600 });
  return Date.now() - statSync(mark).mtimeMs > keptMs;
}

function store(files: ReadonlyMap<string, PublicFile>, part: string): void {
  for (const [path, { body, coded }] of files) {
    const directory = join(part, dirname(path));
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const write = (suffix: string, bytes: Buffer | undefined) =>
      bytes && writeFileSync(join(directory, `${basename(path)}${suffix}`), bytes, { mode: 0o600 });
    write('', body);
    write('.br', coded?.br);
    write('.gz', coded?.gzip);
  }
}

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { withEarlierBuilds } from '#src/page-cache/earlier-builds.ts';
import { type PublicFile, publicFile } from '#src/page-cache/public-files.ts';

async function newDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'careers-builds-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return join(directory, 'builds');
}

const filesOf = (...paths: readonly string[]): Map<string, PublicFile> =>
  new Map(
    paths.map((path) => [path, publicFile(path, Buffer.from(`content of ${path}. `.repeat(100)))]),
  );
const common = '/assets/main-00000000.js';
const first = filesOf(common, '/assets/page-11111111.js', '/robots.txt');
const second = filesOf(common, '/assets/page-22222222.js', '/robots.txt');

test('the files with a hash of the build before are served with their variants', async (t) => {
  const directory = await newDirectory(t);
  assert.deepEqual([...withEarlierBuilds(first, directory).keys()], [...first.keys()]);
  const files = withEarlierBuilds(second, directory);
  assert.deepEqual(new Set(files.keys()), new Set([...first.keys(), ...second.keys()]));
  const path = '/assets/page-11111111.js';
  assert.deepEqual(files.get(path), first.get(path));
  assert.equal(files.get('/robots.txt'), second.get('/robots.txt'));
  assert.equal(files.get(common), second.get(common));
});

test('they are kept for a week after the first start of the next build, however long theirs ran', async (t) => {
  const directory = await newDirectory(t);
  const oldDay = new Date('2026-01-01');
  withEarlierBuilds(first, directory);
  const [id = ''] = await readdir(directory);
  await utimes(join(directory, id), oldDay, oldDay);
  const isKept = () => withEarlierBuilds(second, directory).has('/assets/page-11111111.js');
  assert.ok(isKept());
  const mark = join(directory, id, '.replaced');
  const hour = 3600_000;
  const within = new Date(Date.now() - 7 * 24 * hour + hour);
  await utimes(mark, within, within);
  assert.ok(isKept());
  const after = new Date(Date.now() - 7 * 24 * hour - hour);
  await utimes(mark, after, after);
  assert.ok(!isKept());
  assert.equal((await readdir(directory)).length, 1);
});

test('a build that is started again is the current one again', async (t) => {
  const directory = await newDirectory(t);
  withEarlierBuilds(first, directory);
  withEarlierBuilds(second, directory);
  withEarlierBuilds(first, directory);
  const marks = (await readdir(directory, { recursive: true })).filter((name) =>
    name.endsWith('.replaced'),
  );
  assert.equal(marks.length, 1);
  assert.ok(withEarlierBuilds(first, directory).has('/assets/page-22222222.js'));
});

test('without a directory that can be written, the site serves its own build', async (t) => {
  const directory = await newDirectory(t);
  await writeFile(directory, '');
  assert.deepEqual(withEarlierBuilds(first, directory), first);
});

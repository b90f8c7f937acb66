import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { build, buildIfStale } from '#cli/server/build.ts';
import { newFolder } from '#test/support/new-folder.ts';

/** Takes the place of Waku: writes the programs that are started, and counts its runs. */
const builder = `
  const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
  const build = process.env.BUILD_FOLDER + '/';
  for (const folder of ['server', 'host', 'public']) mkdirSync(build + folder, { recursive: true });
  writeFileSync(build + 'server/index.js', '');
  writeFileSync(build + 'host/api-host.cjs', '');
  appendFileSync('builds', '.');
  if (existsSync('src/broken')) process.exit(1);`;

/** Returns a project with a page, a file of the API host and programs that take the place of Waku and Vite. */
async function project(t: TestContext) {
  const root = newFolder(t);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await write('node_modules/waku/dist/cli.js', builder);
  await write('node_modules/vite/bin/vite.js', '');
  await write('waku.config.ts', '');
  await write('src/pages/index.tsx', 'page');
  await write('src/api-host/main.ts', 'host');
  const start = () => buildIfStale(root, () => {});
  const builds = async () => (await readFile(join(root, 'builds'), 'utf8')).length;
  return { root, write, start, builds };
}

/** Returns the folders of the builds, oldest first. */
const buildsIn = async (root: string) =>
  (await readdir(root)).filter((name) => name.startsWith('.build-')).sort();

test('builds at the first start, and not again while the content of the sources is the same', async (t) => {
  const { root, start, builds } = await project(t);
  await start();
  assert.equal(await builds(), 1);
  await utimes(join(root, 'src/pages/index.tsx'), 0, 0);
  await start();
  assert.equal(await builds(), 1);
});

test('builds again after a change of each source, and when a program of the build is missing', async (t) => {
  const { root, write, start, builds } = await project(t);
  await start();
  let expected = 1;
  const buildsOnce = async (path: string) => {
    await start();
    await start();
    expected += 1;
    assert.equal(await builds(), expected, path);
  };
  for (const path of [
    ...['src/pages/index.tsx', 'src/api-host/main.ts', 'public/robots.txt'],
    ...['cli/bundle.config.ts', 'cli/server/build.ts', 'package-lock.json'],
  ]) {
    await write(path, 'changed');
    await buildsOnce(path);
  }
  for (const path of ['dist/server/index.js', 'dist/host/api-host.cjs']) {
    await rm(join(root, path));
    await buildsOnce(path);
  }
});

test('does not build after a change of a file that the build does not read', async (t) => {
  const { write, start, builds } = await project(t);
  await start();
  for (const path of ['src/pages.gen.ts', 'cli/server/start.ts', 'test/a.test.ts'])
    await write(path, 'changed');
  await start();
  assert.equal(await builds(), 1);
});

test('processes that start at the same time build once', async (t) => {
  const { start, builds } = await project(t);
  await Promise.all([start(), start(), start()]);
  assert.equal(await builds(), 1);
});

test('a failed build changes nothing', async (t) => {
  const { root, write, start } = await project(t);
  await start();
  const before = await realpath(join(root, 'dist'));
  await write('src/broken', '');
  await assert.rejects(start(), { message: 'The site could not be built.' });
  assert.equal(await realpath(join(root, 'dist')), before);
  assert.deepEqual(await buildsIn(root), [basename(before)]);
});

test('a build outlives four newer ones, so that a site that runs it goes on', async (t) => {
  const { root } = await project(t);
  await build(root);
  const first = await realpath(join(root, 'dist'));
  for (let more = 0; more < 4; more += 1) await build(root);
  assert.equal((await buildsIn(root)).length, 5);
  assert.equal(await readFile(join(first, 'server/index.js'), 'utf8'), '');
  await build(root);
  assert.equal((await buildsIn(root)).length, 5);
  assert.equal(existsSync(first), false);
});

test('a build takes the place of a folder, which a copy without links has', async (t) => {
  const { root, write, start } = await project(t);
  await write('dist/server/index.js', 'earlier');
  await start();
  assert.equal(await readFile(join(root, 'dist/server/index.js'), 'utf8'), '');
});

test('builds at the same time are made one after the other', async (t) => {
  const { root, builds } = await project(t);
  await Promise.all([build(root), build(root)]);
  assert.equal(await builds(), 2);
  assert.equal((await buildsIn(root)).length, 2);
});

test('a build that is out of date, where none can be written, is one sentence with exit code 3', {
  skip: spawnSync('unshare', ['-rm', 'true']).status !== 0 && 'nothing can be mounted here',
}, async (t) => {
  const { root, write, start } = await project(t);
  await start();
  await write('src/pages/index.tsx', 'changed');
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  const program = `
      import { buildIfStale } from '${import.meta.resolve('#cli/server/build.ts')}';
      const failed = ({ exit, message }) => console.log(exit, message);
      await buildIfStale(process.argv[1], () => {}).catch(failed);`;
  const node = [process.execPath, '--input-type=module', '-e', program, root];
  const { stdout } = spawnSync('unshare', ['-rm', 'sh', '-c', mount, root, ...node]);
  assert.equal(
    String(stdout),
    `invalid The build is older than its sources, and ${root} cannot be written (EROFS): run npm run build there.\n`,
  );
});

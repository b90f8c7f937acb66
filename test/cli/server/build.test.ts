import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildIfStale } from '#cli/server/build.ts';

/** Takes the place of Waku: writes the programs that are started, and counts its runs. */
const builder = `
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
  for (const folder of ['server', 'host', 'public']) mkdirSync('dist/' + folder, { recursive: true });
  writeFileSync('dist/server/index.js', '');
  writeFileSync('dist/host/api-host.cjs', '');
  appendFileSync('builds', '.');`;

/** A project with a page, a file of the API host and programs that take the place of Waku and Vite. */
async function project(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'careers-build-'));
  t.after(() => rm(root, { recursive: true }));
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

test('builds at the first start, and not again while the content of the sources is the same', async (t) => {
  const { root, start, builds } = await project(t);
  await start();
  assert.equal(await builds(), 1);
  await utimes(join(root, 'src/pages/index.tsx'), 0, 0);
  await start();
  assert.equal(await builds(), 1);
});

for (const path of [
  'src/pages/index.tsx',
  'src/api-host/main.ts',
  'public/robots.txt',
  'cli/bundle.config.ts',
  'package-lock.json',
])
  test(`builds again after a change of ${path}`, async (t) => {
    const { write, start, builds } = await project(t);
    await start();
    await write(path, 'changed');
    await start();
    await start();
    assert.equal(await builds(), 2);
  });

for (const path of ['dist/server/index.js', 'dist/host/api-host.cjs'])
  test(`builds again when ${path} is missing`, async (t) => {
    const { root, start, builds } = await project(t);
    await start();
    await rm(join(root, path));
    await start();
    assert.equal(await builds(), 2);
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

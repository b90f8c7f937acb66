import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { newFolder } from '#test/support/new-folder.ts';
import { startScriptedHost } from '#test/support/scripted-host.ts';
import { root } from '#test/support/site.ts';

const run = promisify(execFile);
const folder = newFolder({ after });
/** The command as `npm install -g` installs it. */
let careers: string;

before(async () => {
  await run('npm', ['pack', '--pack-destination', folder], { cwd: root });
  const tarball = join(folder, (await readdir(folder)).join());
  const modules = join(folder, 'lib', 'node_modules');
  if (process.env.TEST_DEPLOYMENT)
    await run('npm', ['install', '-g', '--prefix', folder, '--no-audit', '--no-fund', tarball]);
  else {
    // The same without the minute of its 200 packages: those of the project are linked.
    await mkdir(modules, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', modules, '--transform', 's/^package/careers/']);
    await symlink(join(root, 'node_modules'), join(modules, 'careers', 'node_modules'));
    await mkdir(join(folder, 'bin'));
    const launcher = '../lib/node_modules/careers/cli/careers.js';
    await symlink(launcher, join(folder, 'bin', 'careers'));
  }
  careers = join(folder, 'bin', 'careers');
  await mkdir(join(folder, 'empty'));
});

/** In an empty directory, and without a home that can be written. */
const options = () => ({
  cwd: join(folder, 'empty'),
  env: { PATH: process.env.PATH, HOME: '/proc/none', DATA_DIR: join(folder, 'data') },
});

test('the packed command explains itself and reads a host, without a home that can be written', async () => {
  await using host = await startScriptedHost();
  const help = await run(process.execPath, [careers, '--help'], options());
  assert.match(help.stdout, /^Usage: careers /);
  const list = await run(
    process.execPath,
    [careers, 'list', '--json', 'id', '--host', host.origin],
    options(),
  );
  assert.equal(JSON.parse(list.stdout).length, 4);
  assert.deepEqual([help.stderr, list.stderr], ['', '']);
});

test('the packed command runs the site from any directory, with its API host and its files', async (t) => {
  const child = spawn(process.execPath, [careers, 'start'], {
    ...options(),
    env: { ...options().env, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  const [printed] = await once(child.stdout.setEncoding('utf8'), 'data');
  const origin = /^The site is ready: (\S+)$/m.exec(printed)?.[1];
  assert.ok(origin, `${printed}${log}`);
  const page = await (await fetch(origin)).text();
  assert.match(page, /Head Baker/);
  const icon = await fetch(`${origin}/favicon.ico`);
  assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/png']);
  const { stdout } = await run(process.execPath, [careers, 'list', '--json'], options());
  assert.ok(JSON.parse(stdout).length > 30);
  child.kill('SIGTERM');
  assert.deepEqual([await once(child, 'exit'), log], [[0, null], '']);
});

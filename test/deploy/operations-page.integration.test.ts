import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { eventually } from '#test/api-host/support/upload.ts';
import { freePort } from '#test/support/free-port.ts';
import { cleanEnv, root } from '#test/support/site.ts';

/** What needs root, or has its own tests: it is recorded, or does nothing. `setpriv` runs its command. */
const stubs = {
  useradd: '',
  npm: '',
  systemctl: 'echo "$@" >> "$RECORD"',
  setpriv: 'while case "$1" in --*) true;; *) false;; esac; do shift; done; exec "$@"',
};

test('the commands of "One machine" lead to a site with openings and a backup', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'careers-one-machine-'));
  const bin = join(directory, 'bin');
  await mkdir(bin);
  for (const [name, script] of Object.entries(stubs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  }
  for (const path of ['srv', 'etc/systemd/system', 'var/lib/careers-site', 'var/backups'])
    await mkdir(join(directory, path), { recursive: true });
  await symlink(root, join(directory, 'srv/careers-1'));
  const record = join(directory, 'systemctl');
  /** A text of the page or of a unit, with its paths in the directory of this test. */
  const here = (text: string) =>
    text
      .replaceAll(/(?<![\w.])\/(?=(?:srv|etc|var)\/)/g, `${directory}/`)
      .replaceAll('-o careers ', '');
  const env = { ...cleanEnv(), PATH: `${bin}:${process.env.PATH}`, RECORD: record };
  const bash = (script: string) =>
    promisify(execFile)('bash', ['-euc', here(script)], { cwd: directory, env });

  const page = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const [, section = ''] = page.split('\n## One machine\n');
  const [install = '', commands = ''] = [...section.matchAll(/^```\n(.*?)^```$/gms)].map(
    ([, block = '']) => block,
  );
  await bash(install);
  const settings = join(directory, 'etc/careers/site.env');
  assert.equal((await stat(settings)).mode & 0o777, 0o600);
  assert.equal((await stat(join(directory, 'var/backups/careers'))).mode & 0o777, 0o700);
  const started = await readFile(record, 'utf8');
  assert.match(started, /^enable --now careers-site careers-backup@site\.timer$/m);
  const units = await readdir(join(directory, 'etc/systemd/system'));
  assert.deepEqual(units.sort(), [
    'careers-backup@.service',
    'careers-backup@.timer',
    'careers-site.service',
  ]);
  const port = await freePort();
  await appendFile(settings, `PORT=${port}\n`);

  /** Runs what a unit starts, with its settings, without systemd. */
  const startUnit = async (name: string, instance = '') => {
    const unit = here(
      await readFile(join(directory, 'etc/systemd/system', name), 'utf8'),
    ).replaceAll('%i', instance);
    const lineOf = (key: string) =>
      new RegExp(`^${key}=-?(.*)$`, 'm').exec(unit)?.[1] ?? assert.fail(key);
    const script = `set -a; ${lineOf('Environment')}; . ${lineOf('EnvironmentFile')}; exec ${lineOf('ExecStart')}`;
    return spawn('bash', ['-euc', script], {
      cwd: lineOf('WorkingDirectory'),
      env,
      stdio: 'ignore',
    });
  };
  const site = await startUnit('careers-site.service');
  t.after(async () => {
    if (site.exitCode === null && site.kill()) await once(site, 'exit');
    await rm(directory, { recursive: true, force: true });
  });
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      async (response) => (response.ok ? await response.text() : ''),
      () => '',
    );
  await eventually(async () => (await ask('/readyz')).includes('"ready"'));
  await bash(`${commands.slice(0, commands.indexOf('careers doctor'))}
    careers host openings template > openings.csv`);
  const { stdout } = await bash(commands);
  assert.match(stdout, /checks: 0 failed/);
  await eventually(async () => (await ask('/feed.json')).includes('/application/'));

  const [code] = await once(await startUnit('careers-backup@.service', 'site'), 'exit');
  assert.equal(code, 0);
  const [backup = ''] = await readdir(join(directory, 'var/backups/careers'));
  const manifest = await readFile(
    join(directory, 'var/backups/careers', backup, 'manifest.json'),
    'utf8',
  );
  assert.ok(JSON.parse(manifest).counts.openings > 0);
});

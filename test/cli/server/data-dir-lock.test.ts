import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockDataDir, lockImport } from '#cli/server/data-dir-lock.ts';
import { newFolder } from '#test/support/new-folder.ts';

for (const [lock, message] of [
  [lockDataDir, /is in use by process (\d+), started/],
  [lockImport, /Openings are being imported .* by process (\d+), started .*Nothing was imported/],
] as const)
  test(`${lock.name} is given to one process at a time, and to another one after its release`, (t) => {
    const dataDir = newFolder(t);
    const first = lock(dataDir);
    assert.throws(() => lock(dataDir), { exit: 'invalid', message });
    first.release();
    lock(dataDir).release();
  });

test('an import may run beside a host', (t) => {
  const dataDir = newFolder(t);
  const host = lockDataDir(dataDir);
  lockImport(dataDir).release();
  host.release();
});

test('a holder that has ended is not named, although its file is still there', (t) => {
  const dataDir = newFolder(t);
  const first = lockDataDir(dataDir);
  // Beyond the process ids of Linux.
  const ended = { pid: 2 ** 30, since: '2026-01-01T00:00:00.000Z' };
  writeFileSync(join(dataDir, 'run', 'lock-holder.json'), JSON.stringify(ended));
  assert.throws(() => lockDataDir(dataDir), /is in use by another process\./);
  first.release();
});

test('a lock file that is no database is reported as such, not as a process that runs', (t) => {
  const dataDir = newFolder(t);
  lockDataDir(dataDir).release();
  writeFileSync(join(dataDir, 'run', 'lock.sqlite'), 'x'.repeat(4096));
  assert.throws(() => lockDataDir(dataDir), {
    exit: 'invalid',
    message: /cannot be locked: file is not a database/,
  });
});

test('a DATA_DIR/run that another user has made cannot be locked: exit code 3', {
  skip: process.geteuid?.() !== 0 && 'only root can act as another user',
}, (t) => {
  const dataDir = newFolder(t);
  mkdirSync(join(dataDir, 'run'));
  chmodSync(dataDir, 0o777);
  process.seteuid?.(65_534);
  try {
    const message = /run\/lock\.sqlite cannot be locked: EPERM: operation not permitted/;
    assert.throws(() => lockDataDir(dataDir), { exit: 'invalid', message });
  } finally {
    process.seteuid?.(0);
  }
});

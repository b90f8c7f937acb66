import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { newFolder } from '#test/support/new-folder.ts';
import { root } from '#test/support/site.ts';

test('the update of one machine refuses a directory, and replaces a link', async (t) => {
  const directory = newFolder(t);
  const operations = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const [, link = ''] = /`(ln -sfnT .*?) && systemctl restart careers-site`/.exec(operations) ?? [];
  const [, first = ''] = /^(ln -sT .*)$/m.exec(operations) ?? [];
  const run = (command: string) =>
    promisify(execFile)('sh', ['-c', command.replaceAll('/srv', directory)]);
  await mkdir(join(directory, 'careers'));
  await assert.rejects(run(link), /cannot overwrite directory/);
  assert.deepEqual(await readdir(join(directory, 'careers')), []);
  await rm(join(directory, 'careers'), { recursive: true });
  await run(first);
  await run(link);
  const { stdout } = await run('readlink /srv/careers');
  assert.equal(stdout.trim(), 'careers-2');
});

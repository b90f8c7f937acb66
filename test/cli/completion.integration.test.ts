import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { careers } from './support/in-process.ts';
import { root } from './support/run.ts';

test('the script for bash completes what was typed, and runs nothing of it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'careers-tab-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = join(folder, 'careers');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${root}cli/careers.js' "$@"\n`);
  await chmod(program, 0o755);
  const { stdout: script } = await careers(['completion', 'bash']);
  const tab = (...words: string[]) => {
    const quoted = ['careers', ...words].map((word) => `'${word}'`).join(' ');
    const { stdout, stderr } = spawnSync(
      'bash',
      [
        '-c',
        `${script}COMP_WORDS=(${quoted}) COMP_CWORD=${words.length}\n_careers\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      {
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
        cwd: folder,
        encoding: 'utf8',
      },
    );
    assert.equal(stderr, '');
    return stdout.trim().split('\n');
  };
  assert.deepEqual(tab('host', 'openings', 're'), ['reopen', 'remove']);
  assert.deepEqual(tab('show', '$(touch ran)', '--js'), ['--json']);
  assert.equal(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout, 'careers\n');
});

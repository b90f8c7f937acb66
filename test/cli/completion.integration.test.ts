import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { careers } from './support/in-process.ts';
import { root } from './support/run.ts';

/** What each shell runs to complete a line of these quoted words; it prints one candidate per line. */
const shells = {
  bash: (script: string, words: readonly string[]) =>
    `${script}COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}
_careers
printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The test runs zsh without its line editor, and compadd and _files exist only in that.
  zsh: (script: string, words: readonly string[]) =>
    `compdef() {}; compadd() { print -rl -- $found }; _files() { print -rl -- * }
${script}words=(${words.join(' ')}) CURRENT=${words.length}
_careers`,
  // The word to complete stands without quotes, as it is typed.
  fish: (script: string, words: readonly string[]) => {
    const line = words.join(' ').replace(/'([^']*)'$/, '$1');
    return `${script}complete --do-complete "${line.replaceAll('$', '\\$')}"`;
  },
};

for (const [shell, lineOf] of Object.entries(shells)) {
  test(`the script for ${shell} completes what was typed, and runs nothing of it`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'careers-tab-'));
    t.after(() => rm(folder, { recursive: true }));
    const program = join(folder, 'careers');
    await writeFile(
      program,
      `#!/bin/sh\nexec '${process.execPath}' '${root}cli/careers.js' "$@"\n`,
    );
    await chmod(program, 0o755);
    const { stdout: script } = await careers(['completion', shell]);
    const tab = (...words: string[]) => {
      const quoted = ['careers', ...words].map((word) => `'${word}'`);
      const { stdout, stderr } = spawnSync(shell, ['-c', lineOf(script, quoted)], {
        env: { ...process.env, HOME: folder, PATH: `${folder}:${process.env.PATH}` },
        cwd: folder,
        encoding: 'utf8',
      });
      assert.equal(stderr, '');
      return stdout.trim().split('\n').sort();
    };
    assert.deepEqual(tab('host', 'openings', 're'), ['remove', 'reopen']);
    assert.deepEqual(tab('show', '$(touch ran)', '--js'), ['--json']);
    // No command or option: the name of a file.
    if (shell !== 'bash') assert.ok(tab('submit', 'car').includes('careers'));
    assert.ok(!existsSync(join(folder, 'ran')));
  });
}

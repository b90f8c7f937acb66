import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { cleanEnv, root } from '#test/support/site.ts';

const run = promisify(execFile);

test('npm ci under an older Node ends with a line about its engine warnings', async () => {
  const prepare = async (node: string, command: string) => {
    const agent = `npm/11.19.1 node/v${node} linux x64 workspaces/false`;
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
    const env = { ...cleanEnv(), PATH, npm_command: command, npm_config_user_agent: agent };
    // npm runs this script at the end of an installation.
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return (await run('sh', ['-c', scripts.prepare], { cwd: root, env })).stdout;
  };
  const { node } = process.versions;
  const line = `Installed, with Node ${node} for every command: npm's engine warnings about Node 20 have no effect.\n`;
  assert.equal(await prepare('20.20.2', 'ci'), line);
  assert.equal(await prepare('20.20.2', 'install'), line);
  assert.equal(await prepare(node, 'ci'), '');
  assert.equal(await prepare('26.0.0', 'ci'), '');
  assert.equal(await prepare('20.20.2', 'pack'), '');
});

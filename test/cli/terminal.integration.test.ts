import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { environmentIn, testHost } from '#test/api-host/support/host.ts';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { hostAndFixtures } from './support/fixtures.ts';
import { careers, root } from './support/run.ts';

const escapeSequence = '\u001b[';

/**
 * Runs `careers` on a terminal of 60 columns, which util-linux's `script` provides. Resolves with what the
 * terminal received, with ␛ for the start of a control sequence.
 */
async function onTerminal(args: string, env: Record<string, string> = {}): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const command = `stty cols 60; "${process.execPath}" cli/careers.js ${args}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: root,
    env: { PATH, HOME, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(child.stdout)).replaceAll(escapeSequence, '␛');
}

test('on a terminal headings are bold, and each row is one line', async () => {
  await using host = await startScriptedHost();
  host.always(
    'companylocations',
    replies.json({ status: 1, data: [{ id: 1, company_name: 'x'.repeat(300) }] }),
  );
  const output = await onTerminal(`companies --host ${host.origin}`);
  assert.match(output, /^␛1mID {2}COMPANY\s*␛22m\r\n1 {3}x{55}…\r\n$/);
});

test('on a terminal submit shows its progress and removes it', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  const output = await onTerminal(`submit ${fixture} --host ${host.origin}`);
  assert.match(output, /document 6 of 6, \d+\.\d of \d+\.\d MB/);
  const shown = output.slice(output.lastIndexOf('\r␛K'));
  assert.match(shown, /^\r␛K␛32maccepted/);
});

test('on a terminal an erasure prints its result, and no line of the log', async (t) => {
  const { dataDir } = await testHost(t);
  const env = { ...environmentIn(dataDir), LOG_LEVEL: 'info' };
  const output = await onTerminal('host erase --older-than 30', env);
  assert.match(output, /^Erased: 0 applications, .* of the site\.\r\n$/);
});

test('NO_COLOR disables colors on a terminal', async () => {
  await using host = await startScriptedHost();
  const output = await onTerminal(`list --host ${host.origin}`, { NO_COLOR: '1' });
  assert.match(output, /^ID/);
  assert.ok(!output.includes('␛'));
});

test('--json prints one document and nothing else, on a terminal too', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  const output = await onTerminal(`submit ${fixture} --json --host ${host.origin} 2>/dev/null`);
  assert.equal(JSON.parse(output)[0].outcome, 'accepted');
});

test('a closed stdout, as with head, is not an error', async () => {
  await using host = await startScriptedHost();
  const data = Array.from({ length: 20_000 }, (_, id) => ({ id, company_name: `Company ${id}` }));
  host.always('companylocations', replies.json({ status: 1, data }));
  const command = `"${process.execPath}" cli/careers.js companies --host ${host.origin}; echo "ended with $?" >&2`;
  const shell = spawn('sh', ['-c', `{ ${command}; } | head -n 1`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  assert.match(stdout, /^ID/);
  assert.equal(stderr, 'ended with 0\n');
});

test('a stdout that cannot be written is one line of error, and exit code 1', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixtures = [await folder.application('a.json'), await folder.application('b.json')];
  // The second command goes on, and each of its lines fails.
  for (const command of ['companies', `submit ${fixtures.join(' ')} --dry-run`]) {
    const args = `${command} --host ${host.origin} > /dev/full; echo $?`;
    const shell = spawn('sh', ['-c', `"${process.execPath}" cli/careers.js ${args}`], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    assert.deepEqual(
      [stdout, stderr],
      ['1\n', 'error: stdout cannot be written: no space left on device (ENOSPC)\n'],
    );
  }
});

test('results that cannot be written are kept for --resume, and the exit code is 7', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  const submit = async (...options: string[]) => {
    const args = ['submit', fixture, '--json', '--host', host.origin, ...options].join(' ');
    const shell = spawn(
      'sh',
      ['-c', `"${process.execPath}" cli/careers.js ${args} > /dev/full; echo $?`],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    return { code: Number(stdout), isKept: stderr.includes('--resume prints them again') };
  };
  assert.deepEqual(await submit('--dry-run'), { code: 1, isKept: false });
  assert.deepEqual(await submit(), { code: 7, isKept: true });
  const again = await careers(['submit', fixture, '--json', '--resume', '--host', host.origin]);
  assert.deepEqual([again.code, JSON.parse(again.stdout)[0].applicant_id], [0, '501']);
  assert.equal(host.callsTo('applyjobposting').length, 1);
  host.next('validatecandidate', replies.json({ status: 0 }), replies.json({ status: 0 }));
  assert.deepEqual(await submit(), { code: 4, isKept: false });
});

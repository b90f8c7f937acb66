import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { replies } from '#test/support/scripted-host.ts';
import { hostAndFixtures, several } from './support/fixtures.ts';
import { careers, root } from './support/run.ts';

for (const signal of ['SIGTERM', 'SIGHUP'] as const)
  test(`${signal} in a run prints what was accepted, writes the JUnit report, and exits with 7`, async (t) => {
    const { host, folder } = await hostAndFixtures(t);
    const fixtures = await several(folder, 3);
    const report = join(folder.path, 'report.xml');
    host.next('applyjobposting', replies.json({ status: 1, data: { data: { id: 77 } } }));
    host.next('applyjobposting', replies.silence());
    const { code, stdout } = await careers(
      ['submit', ...fixtures, '--json', '--junit', report, '--host', host.origin],
      {
        whileRunning: async (child) => {
          await host.called('applyjobposting', 2);
          child.kill(signal);
        },
      },
    );
    assert.equal(code, 7);
    const outcomes = JSON.parse(stdout).map(
      ({ outcome, applicant_id }: Record<string, unknown>) => [outcome, applicant_id],
    );
    assert.deepEqual(outcomes, [
      ['accepted', '77'],
      ['lost', null],
      ['interrupted', null],
    ]);
    const xml = await readFile(report, 'utf8');
    assert.match(xml, /tests="3" failures="2"/);
    assert.match(xml, /applicant 77/);
  });

test('after its reader has gone, a run sends no further fixture, says so, and exits with 7', async (t) => {
  const { host, folder } = await hostAndFixtures(t);
  const fixtures = await several(folder, 5);
  const command = `"${process.execPath}" cli/careers.js submit ${fixtures.join(' ')} --host ${host.origin}; echo "ended with $?" >&2`;
  const shell = spawn('sh', ['-c', `{ ${command}; } | head -n 1`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  assert.match(stdout, /^accepted/);
  assert.match(
    stderr,
    /^stopped: .*; \d of 5 fixtures were accepted; --resume continues\nended with 7\n$/,
  );
  const sent = host.callsTo('applyjobposting').length;
  assert.ok(sent < 5, `${sent} of 5 were sent`);
  assert.equal(host.callsTo('uploadapplicantdocument').length, sent * 6);
});

test('a Ctrl-C that npm or the launcher forwards counts once', async (t) => {
  const { host, fixture } = await hostAndFixtures(t);
  host.next('applyjobposting', replies.silence());
  const { code, stdout } = await careers(['submit', fixture, '--json', '--host', host.origin], {
    whileRunning: async (child) => {
      const call = await host.called('applyjobposting');
      child.kill('SIGINT');
      await call.gone;
      child.kill('SIGINT');
    },
  });
  assert.equal(code, 7);
  assert.equal(JSON.parse(stdout)[0].outcome, 'lost');
});

test('SIGTERM ends a run that waits for the fixture on stdin', async () => {
  const child = spawn(process.execPath, ['cli/careers.js', 'submit', '-', '--dry-run'], {
    cwd: root,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  // More than a pipe holds, so that it is written when the run reads.
  const written = Promise.withResolvers<void>();
  child.stdin.write(`{${' '.repeat(1_000_000)}`, () => written.resolve());
  await written.promise;
  child.kill('SIGTERM');
  const [, signal] = await ended;
  assert.equal(signal, 'SIGTERM');
});

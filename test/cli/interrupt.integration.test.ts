import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { test } from 'node:test';
import { replies, startScriptedHost } from '#test/support/scripted-host.ts';
import { fixtureFolder } from './support/fixtures.ts';
import { careers, root } from './support/run.ts';

test('Ctrl-C during the documents reports what was accepted and received, and exits with 7', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  const first = await folder.application('first.json');
  const second = await folder.application('second.json', { emailaddress: 'second@example.com' });
  host.next('uploadapplicantdocument', replies.json({ status: 1 }), replies.silence());
  const { code, stdout } = await careers(
    ['submit', first, second, '--json', '--host', host.origin],
    {
      whileRunning: async (child) => {
        await host.called('uploadapplicantdocument', 2);
        child.kill('SIGINT');
      },
    },
  );
  const [one, two] = JSON.parse(stdout);
  assert.equal(code, 7);
  assert.deepEqual([one.outcome, one.applicant_id], ['incomplete', '501']);
  assert.deepEqual(
    one.documents.map(({ outcome }: { outcome: string }) => outcome),
    ['received', 'lost', 'not-sent', 'not-sent', 'not-sent', 'not-sent'],
  );
  assert.deepEqual([two.outcome, two.applicant_id], ['interrupted', null]);
  assert.equal(host.callsTo('applyjobposting').length, 1);
});

test('Ctrl-C before anything was accepted exits with 130 and reports that nothing was sent', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  const fixture = await folder.application('a.json');
  host.next('validatecandidate', replies.silence());
  const { code, stdout } = await careers(['submit', fixture, '--host', host.origin], {
    whileRunning: async (child) => {
      await host.called('validatecandidate');
      child.kill('SIGINT');
    },
  });
  assert.equal(code, 130);
  assert.match(stdout, /^interrupted .*: interrupted before anything was sent\n$/);
  assert.equal(host.callsTo('applyjobposting').length, 0);
});

test('Ctrl-C while the application waits for its response exits with 7: it may have been accepted', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  const fixture = await folder.application('a.json');
  host.next('applyjobposting', replies.silence());
  const { code, stdout } = await careers(['submit', fixture, '--host', host.origin], {
    whileRunning: async (child) => {
      await host.called('applyjobposting');
      child.kill('SIGINT');
    },
  });
  assert.equal(code, 7);
  assert.match(stdout, /^lost .*it may have been accepted/);
});

test('Ctrl-C during a contact message exits with 7', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  const fixture = await folder.file(
    'm.json',
    JSON.stringify({ firstname: 'Ada', lastname: 'S', email: 'a@example.com', msg: 'Hello' }),
  );
  host.next('contact', replies.silence());
  const { code, stderr } = await careers(['contact', fixture, '--host', host.origin], {
    whileRunning: async (child) => {
      await host.called('contact');
      child.kill('SIGINT');
    },
  });
  assert.equal(code, 7);
  assert.match(stderr, /^error: /);
});

test('a Ctrl-C that npm or the launcher forwards counts once', async () => {
  await using host = await startScriptedHost();
  await using folder = await fixtureFolder();
  const fixture = await folder.application('a.json');
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

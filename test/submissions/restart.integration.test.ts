import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { anApplication, scratch, secret } from './sample.ts';

const key = 'k'.repeat(22);
const sender = fileURLToPath(new URL('./killed-sender.ts', import.meta.url));

/** A process that gets as far as `until` with the application. */
async function anotherProcess(t: TestContext, file: string, until: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', sender, file, until], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const [, id = ''] = line.split(' ');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { id, kill };
}

function afterRestart(t: TestContext, file: string) {
  const journal = openSubmissionRepository({ path: file, secret, leaseMs: 400, pollMs: 10 });
  t.after(() => journal.close());
  return journal;
}

test('killed before the post: after the restart the form is simply sent', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { kill } = await anotherProcess(t, file, 'begun');
  await kill();
  const begun = await afterRestart(t, file).begin(key, anApplication());
  assert.ok(begun.kind === 'send');
  assert.equal(begun.afterLost, false);
});

test('killed while posting: who comes next is told that it may have arrived', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { id, kill } = await anotherProcess(t, file, 'posting');
  await kill();
  const site = afterRestart(t, file);
  const told = await site.begin(key, anApplication());
  assert.deepEqual(told.kind === 'settled' && told.outcome, { state: 'lost' });
  const next = await site.begin(key, anApplication());
  assert.ok(next.kind === 'send');
  assert.equal(next.afterLost, true);
  assert.equal(next.submission.id, id, 'the Idempotency-Key stays the same');
});

test('killed after acceptance: the same form gets its acceptance and its ticket again', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { id, kill } = await anotherProcess(t, file, 'accepted');
  await kill();
  const site = afterRestart(t, file);
  const begun = await site.begin(key, anApplication());
  assert.equal(begun.kind, 'settled');
  assert.equal(begun.submission.id, id);
  assert.equal(begun.submission.applicantInfo?.applicant_id, '4711');
  assert.equal(site.findByTicket(site.ticket(id))?.applicantId, '4711');
});

test('two processes on one file: the second waits for the first, as long as that lives', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { kill } = await anotherProcess(t, file, 'posting');
  const site = afterRestart(t, file);
  const waiting = site.begin(key, anApplication());
  const raced = await Promise.race([
    waiting.then(() => 'answered'),
    // Three leases long: only the first process's heartbeat can keep the second waiting.
    new Promise((resolve) => setTimeout(resolve, 1200, 'still waiting')),
  ]);
  assert.equal(raced, 'still waiting');
  await kill();
  const told = await waiting;
  assert.equal(told.kind === 'settled' && told.outcome.state, 'lost');
});

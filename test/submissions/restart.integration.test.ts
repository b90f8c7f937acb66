import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { scratch, secret } from './sample.ts';

const key = 'k'.repeat(22);
const sender = fileURLToPath(new URL('./killed-sender.ts', import.meta.url));

/** Starts a process that submits the application up to `until`. */
async function anotherProcess(t: TestContext, file: string, until: string, leaseMs = 400) {
  const child = spawn(process.execPath, ['--import', 'tsx', sender, file, until, String(leaseMs)], {
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

function afterRestart(t: TestContext, file: string, leaseMs = 400) {
  const repository = openSubmissionRepository({ file, secret, leaseMs, pollMs: 10 });
  t.after(() => repository.close());
  return repository;
}

test('a process killed before sending: the form is sent after the restart', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { kill } = await anotherProcess(t, file, 'started');
  await kill();
  const start = await afterRestart(t, file).start(key, buildApplication());
  assert.ok(start.kind === 'send');
  assert.equal(start.afterLost, false);
});

test('a process killed while sending: the next caller gets `lost`, and then the same id', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  // Long enough to open the file again while the lease is valid, on a busy machine too.
  const { id, kill } = await anotherProcess(t, file, 'sending', 5000);
  await kill();
  const site = afterRestart(t, file, 5000);
  const start = await site.start(key, buildApplication());
  assert.deepEqual(start.kind === 'settled' && start.result, { status: 'lost' });
  const next = await site.start(key, buildApplication());
  assert.ok(next.kind === 'send');
  assert.equal(next.afterLost, true);
  assert.equal(next.id, id, 'the Idempotency-Key stays the same');
});

test('a process killed after acceptance: the same form gets its acceptance and its ticket', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { id, kill } = await anotherProcess(t, file, 'accepted');
  await kill();
  const site = afterRestart(t, file);
  const start = await site.start(key, buildApplication());
  const result = { status: 'accepted', applicantId: '4711' } as const;
  assert.deepEqual(start, { kind: 'settled', id, result });
  const submission = await site.findByTicket(site.ticket(id));
  assert.equal(submission?.applicantId, '4711');
  assert.equal(submission?.applicantInfo?.applicant_id, '4711');
});

test('two processes on one file: the second waits for the first while that renews its lease', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { id, kill } = await anotherProcess(t, file, 'sending', 2000);
  const site = afterRestart(t, file, 2000);
  let settled = false;
  const waiting = site.start(key, buildApplication()).finally(() => {
    settled = true;
  });
  await leaseRenewals(file, id, 2);
  assert.equal(settled, false);
  await kill();
  const start = await waiting;
  assert.equal(start.kind === 'settled' && start.result.status, 'lost');
});

/** Resolves when the lease of a submission has been renewed `count` times. */
async function leaseRenewals(file: string, id: string, count: number): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  const select = database.prepare('SELECT lease_until FROM submission WHERE id = ?');
  const seen = new Set<unknown>();
  while (seen.size <= count) {
    seen.add(select.get(id)?.lease_until);
    await delay(10);
  }
  database.close();
}

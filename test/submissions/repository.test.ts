import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import {
  DatabaseBusyError,
  openDatabase,
  UnsupportedDatabaseError,
} from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import { encrypt, submissionKeys } from '#src/submissions/encryption.ts';
import {
  openSubmissionRepository,
  type SubmissionRepository,
  type SubmissionRepositoryOptions,
} from '#src/submissions/repository.ts';
import { submissionMigrations } from '#src/submissions/schema.ts';
import { sessionSecretFile } from '#src/submissions/session-secret.ts';
import { submissionsFile } from '#src/submissions/submission-database.ts';
import { withSubmissions } from '#src/submissions/with-submissions.ts';
import { log } from '#src/telemetry/logger.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { scratch, secret } from './sample.ts';

const key = 'k'.repeat(22);

function openRepository(t: TestContext, options: Partial<SubmissionRepositoryOptions> = {}) {
  const opened = openSubmissionRepository({ file: ':memory:', secret, pollMs: 5, ...options });
  t.after(() => opened.close());
  return opened;
}

/** Starts a submission and expects the lease. */
async function lease(
  repository: SubmissionRepository,
  ...args: Parameters<SubmissionRepository['start']>
) {
  const start = await repository.start(...args);
  assert.ok(start.kind === 'send', 'another caller has the lease');
  return start;
}

type Sending = Awaited<ReturnType<typeof lease>>;

const accept = (repository: SubmissionRepository, start: Sending, applicantId = '1') =>
  repository.settle(start, { status: 'accepted', applicantId }, buildApplication());
const settle = (repository: SubmissionRepository, start: Sending, result: SubmissionResult) =>
  repository.settle(start, result, buildApplication());

/** Starts a submission that the host accepts. Returns its id. */
const accepted = (
  repository: SubmissionRepository,
  formKey: string | undefined,
  changed: Partial<Parameters<SubmissionRepository['start']>[1]> = {},
  applicantId = '1',
) => acceptSubmission(repository, applicantId, formKey, buildApplication(changed));

/** Returns a repository with an accepted submission. */
async function withAccepted(
  t: TestContext,
  options: Partial<SubmissionRepositoryOptions> = {},
  applicantId = '1',
) {
  const site = openRepository(t, options);
  return { site, id: await accepted(site, key, {}, applicantId) };
}

test('a second submission of the same form waits and gets the result of the first', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  const second = site.start(key, buildApplication());
  const third = site.start(key, buildApplication({ phone: '08030000000' }));
  await site.markSending(first.id);
  await accept(site, first, '4711');
  for (const start of [await second, await third]) {
    const result = { status: 'accepted', applicantId: '4711' } as const;
    assert.deepEqual(start, { kind: 'settled', id: first.id, result });
  }
});

for (const [name, other] of [
  ['without a key', undefined],
  ['with the key of another tab', 'z'.repeat(22)],
] as const)
  test(`${name}, the same content is the same application`, async (t) => {
    const site = openRepository(t);
    const first = await lease(site, key, buildApplication());
    const again = site.start(other, buildApplication({ emailaddress: 'NGOZI.eze@example.com' }));
    await accept(site, first);
    assert.equal((await again).id, first.id);
  });

test('the same email address with another content does not give access to a submission', async (t) => {
  const { site, id } = await withAccepted(t);
  const other = await lease(site, undefined, buildApplication({ cover_letter: '<p>Guess</p>' }));
  assert.notEqual(other.id, id);
  assert.equal((await site.find(other.id))?.applicantId, undefined);
});

test('applications of one person to an opening are sent one after the other, so that the second check sees the first', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  let settled = false;
  const second = site
    .start(undefined, buildApplication({ phone: '08030000001' }))
    .then((result) => {
      settled = true;
      return result;
    });
  await lease(site, undefined, buildApplication({ emailaddress: 'someone.else@example.com' }));
  assert.equal(settled, false);
  await settle(site, first, { status: 'failed', httpStatus: 502 });
  assert.equal((await second).kind, 'send');
});

test('after a refusal or a failure the form can be sent again, under a new id', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  await settle(site, first, { status: 'refused' });
  const second = await lease(site, key, buildApplication());
  assert.notEqual(second.id, first.id);
  assert.equal(second.afterLost, false);
  await settle(site, second, { status: 'failed', httpStatus: 422, message: 'No.' });
  assert.equal((await site.start(key, buildApplication())).kind, 'send');
});

test('callers that waited for a failed submission get its reason and message', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  const second = site.start(key, buildApplication());
  await settle(site, first, {
    status: 'failed',
    httpStatus: 422,
    message: 'Closed.',
    retryAfterMs: 3000,
  });
  const start = await second;
  assert.deepEqual(start.kind === 'settled' && start.result, {
    status: 'failed',
    httpStatus: 422,
    message: 'Closed.',
    retryAfterMs: 3000,
  });
});

test('after a lost response the next attempt, edited or not, has the same id and is marked', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  await site.markSending(first.id);
  await settle(site, first, { status: 'lost' });
  const second = await lease(site, key, buildApplication({ phone: '08039999999' }));
  assert.equal(second.afterLost, true);
  assert.equal(second.id, first.id);
  await settle(site, second, { status: 'refused', afterLost: true });
  const third = await lease(site, key, buildApplication());
  assert.equal(third.afterLost, true, 'a refusal by the check does not clear the mark');
  await accept(site, third, '9');
  assert.equal((await site.find(first.id))?.state, 'accepted');
});

for (const result of [
  { status: 'accepted', applicantId: '1' },
  { status: 'lost' },
  undefined,
] as const)
  test(`a key used again with another email address is a new application while the first is ${result?.status ?? 'being sent'}`, async (t) => {
    const site = openRepository(t);
    const first = await lease(site, key, buildApplication());
    await site.markSending(first.id);
    if (result) await settle(site, first, result);
    const other = buildApplication({ emailaddress: 'bola@example.com', firstname: 'Bola' });
    const second = await lease(site, key, other);
    assert.notEqual(second.id, first.id);
    assert.equal(second.afterLost, false);
    assert.equal((await site.find(second.id))?.applicantId, undefined);
    await site.settle(second, { status: 'accepted', applicantId: '2' }, other);
    assert.equal((await site.find(second.id))?.applicantInfo?.firstname, 'Bola');
  });

test('an accepted submission is found by key and email address together only', async (t) => {
  const site = openRepository(t);
  const { joblistingid, emailaddress } = buildApplication();
  const form = { key, emailaddress, joblistingid };
  const start = await lease(site, key, buildApplication());
  assert.equal(await site.findAccepted(form), undefined);
  await accept(site, start, '4711');
  const found = await site.findAccepted({ ...form, emailaddress: emailaddress.toUpperCase() });
  assert.equal(found?.applicantId, '4711');
  for (const other of [
    { emailaddress: 'bola@example.com' },
    { key: 'z'.repeat(22) },
    { key: '' },
    { joblistingid: 'another' },
  ])
    assert.equal(await site.findAccepted({ ...form, ...other }), undefined);
});

test('a ticket of two people for one opening finds the application of each applicant id', async (t) => {
  const site = openRepository(t);
  const first = await accepted(site, key, {}, '1');
  const second = await accepted(site, key, { emailaddress: 'bola@example.com' }, '2');
  const ticket = site.ticket(second, site.ticket(first));
  const { joblistingid } = buildApplication();
  assert.equal((await site.findByTicket(ticket, { joblistingid }))?.id, second);
  assert.equal((await site.findByTicket(ticket, { joblistingid, applicantId: '1' }))?.id, first);
  assert.equal((await site.findByTicket(ticket, { joblistingid, id: first }))?.id, first);
  assert.equal(await site.findByTicket(ticket, { joblistingid, applicantId: '3' }), undefined);
  assert.equal(await site.findByTicket(site.ticket(second), { id: first }), undefined);
});

test('received documents are recorded once each, in the order of section 5', async (t) => {
  const { site, id } = await withAccepted(t);
  const other = await lease(site, 'z'.repeat(22), buildApplication({ joblistingid: '102' }));
  await site.markReceived(id, 'waec');
  await site.markReceived(id, 'cv');
  const marked = await site.markReceived(id, 'waec');
  assert.deepEqual(marked?.received, ['cv', 'waec']);
  assert.deepEqual(marked, await site.find(id));
  for (const type of documentOrder) await site.markReceived(id, type);
  assert.equal((await site.find(id))?.received.length, 6);
  assert.deepEqual((await site.find(other.id))?.received, []);
  assert.equal(await site.markReceived('unknown', 'cv'), undefined);
});

test('the file contains no readable personal data', async (t) => {
  const dir = scratch(t);
  const { site, id } = await withAccepted(t, { file: path.join(dir, 'site.sqlite') });
  const bytes = readdirSync(dir).map((name) => readFileSync(path.join(dir, name), 'latin1'));
  for (const word of ['Ngozi', 'ngozi.eze', 'example.com', '08000000101', 'I bake', 'Six thousand'])
    assert.ok(!bytes.some((text) => text.includes(word)), `${word} is readable`);
  assert.equal((await site.find(id))?.applicantInfo?.firstname, 'Ngozi');
});

test('the time of acceptance is not that of the expiry less the life of a ticket', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const { site, id } = await withAccepted(t, { file });
  const { acceptedAt } = (await site.find(id)) ?? {};
  const rows = new DatabaseSync(file);
  rows.prepare('update submission set expires_at = expires_at + 1000').run();
  rows.close();
  assert.equal((await site.find(id))?.acceptedAt, acceptedAt);
});

test('an encrypted applicant cannot be moved to another row', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const site = openRepository(t, { file });
  const first = await accepted(site, key);
  const second = await accepted(
    site,
    undefined,
    { emailaddress: 'bola@example.com', firstname: 'Bola' },
    '2',
  );
  const rows = new DatabaseSync(file);
  rows
    .prepare(
      `update submission set applicant_info = (select applicant_info from submission where id = ?)
       where id = ?`,
    )
    .run(first, second);
  rows.close();
  assert.equal((await site.find(first))?.applicantInfo?.firstname, 'Ngozi');
  assert.equal((await site.find(second))?.applicantInfo, undefined);
});

test('expired submissions are purged when the site starts, and every hour', async (t) => {
  const week = 7 * 24 * 3600 * 1000;
  let clock = 1_000_000;
  const options = { file: path.join(scratch(t), 'site.sqlite'), now: () => clock };
  const before = openSubmissionRepository({ ...options, secret });
  const id = await accepted(before, key);
  await before.close();
  clock += week + 1;

  t.mock.timers.enable({ apis: ['setInterval'] });
  const site = openRepository(t, options);
  assert.equal(await site.find(id), undefined);
  assert.equal(await site.purge(), 1);

  await accepted(site, key);
  clock += week + 1;
  t.mock.timers.tick(3600 * 1000);
  await new Promise(setImmediate);
  assert.equal(await site.purge(), 0);
});

test('a purge that fails is reported, and does not fail its caller', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const errors: unknown[] = [];
  const site = openRepository(t, { file, onError: (error) => errors.push(error) });
  await site.checkDatabase();
  const database = new DatabaseSync(file);
  t.after(() => database.close());
  database.exec('drop table submission');
  assert.equal(await site.purge(), 0);
  assert.equal(errors.length, 1);
});

test('with another secret no submission can be read, and nothing throws', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const before = openSubmissionRepository({ file, secret });
  const id = await accepted(before, key);
  const ticket = before.ticket(id);
  await before.close();
  const after = openRepository(t, { file, secret: `${secret} changed` });
  assert.equal((await after.find(id))?.applicantInfo, undefined);
  assert.equal(await after.findByTicket(ticket), undefined);
});

test('a lost application that is sent again without its key is found by the key afterwards', async (t) => {
  const site = openRepository(t);
  const first = await lease(site, key, buildApplication());
  await site.markSending(first.id);
  await settle(site, first, { status: 'lost' });
  await accepted(site, undefined, {}, '4711');
  const { joblistingid, emailaddress } = buildApplication();
  const found = await site.findAccepted({ key, emailaddress, joblistingid });
  assert.deepEqual([found?.id, found?.applicantId], [first.id, '4711']);
});

/** Creates the file of a site of November 2026. */
async function novemberFile(file: string): Promise<DatabaseSync> {
  const dialect = sqliteDialect(file);
  const migrations = Object.entries(submissionMigrations(dialect));
  const known = migrations.filter(([name]) => name < '0006');
  await (await openDatabase(dialect, Object.fromEntries(known))).close();
  return new DatabaseSync(file);
}

test('a file of November 2026 keeps its submissions and tickets', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  // Signs a ticket; its database is not the old file.
  const current = openRepository(t);
  const now = Date.now();
  const old = await novemberFile(file);
  const insert = old.prepare(`INSERT INTO submission
    (id, content_hash, person_hash, joblistingid, state, sent, was_lost, result, applicant_id,
     applicant_info, received, updated_at, expires_at)
    VALUES (?, ?, ?, '101', ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const info = { ...buildApplication(), applicant_id: '4711' };
  const sealed = encrypt(info, submissionKeys(secret).encryption, 'accepted-id');
  const outcome = JSON.stringify({ state: 'accepted' });
  insert.run(
    'accepted-id',
    'c1',
    'p1',
    'accepted',
    1,
    0,
    outcome,
    '4711',
    sealed,
    'cv',
    now,
    now + 60_000,
  );
  const refused = JSON.stringify({ state: 'refused', afterLost: true });
  insert.run('refused-id', 'c2', 'p2', 'refused', 0, 1, refused, null, null, '', now, now + 60_000);
  old.close();

  const site = openRepository(t, { file });
  assert.deepEqual(await site.find('accepted-id'), {
    id: 'accepted-id',
    joblistingid: '101',
    state: 'accepted',
    received: ['cv'],
    needed: documentOrder,
    applicantInfo: info,
    applicantId: '4711',
    acceptedAt: now + 60_000 - 7 * 24 * 60 * 60 * 1000,
    documentsUntil: now + 60_000,
  });
  const ticket = current.ticket('accepted-id');
  assert.equal((await site.findByTicket(ticket, { joblistingid: '101' }))?.id, 'accepted-id');
  assert.deepEqual((await site.markReceived('accepted-id', 'waec'))?.received, ['cv', 'waec']);
  assert.equal((await site.find('refused-id'))?.state, 'refused');
  const id = await accepted(site, key);
  assert.equal((await site.find(id))?.state, 'accepted');
});

test('erasing does not migrate the file of a site of an older release, which may run', async (t) => {
  const dataDir = scratch(t);
  const old = await novemberFile(path.join(dataDir, submissionsFile));
  t.after(() => old.close());
  await assert.rejects(
    withSubmissions(
      { dataDir, sessionSecret: secret },
      false,
      (found) => found.erase({ applicant: '4711' }),
      0,
    ),
    UnsupportedDatabaseError,
  );
  const migrations = old.prepare('select max(name) as last from kysely_migration').get();
  assert.equal(migrations?.last, '0005-erasures');
});

test('a file that cannot be opened is tried again at the next call', async (t) => {
  const directory = scratch(t);
  const blocked = path.join(directory, 'data');
  writeFileSync(blocked, 'a file in place of the directory');
  const site = openRepository(t, { file: path.join(blocked, 'site.sqlite') });
  await assert.rejects(site.start(key, buildApplication()));
  rmSync(blocked);
  assert.equal((await site.start(key, buildApplication())).kind, 'send');
});

test('a database whose file is replaced while the site runs is not ready until it can be used again', async (t) => {
  const file = path.join(scratch(t), 'site.sqlite');
  const site = openRepository(t, { file });
  assert.equal(await site.checkDatabase(), '0008-documents-needed');
  rmSync(`${file}-wal`);
  rmSync(`${file}-shm`);
  renameSync(file, `${file}-old`);
  writeFileSync(file, 'garbage'.repeat(1000));
  await assert.rejects(site.checkDatabase(), { name: 'DatabaseGoneError' });
  await assert.rejects(site.checkDatabase(), {
    name: 'UnsupportedDatabaseError',
    message: `The database ${file} is damaged, or no database.`,
    exit: 'invalid',
  });
  rmSync(file);
  assert.equal(await site.checkDatabase(), '0008-documents-needed');
});

test('when DATA_DIR was removed one call fails, and the next one opens a new file', async (t) => {
  const directory = path.join(scratch(t), 'data');
  const site = openRepository(t, { file: path.join(directory, 'site.sqlite') });
  await settle(site, await lease(site, key, buildApplication()), { status: 'refused' });
  renameSync(directory, `${directory}-removed`);
  await assert.rejects(site.remove('another'), { name: 'DatabaseGoneError' });
  const { id } = await lease(site, key, buildApplication());
  await site.markSending(id);
  assert.ok(readdirSync(directory).includes('site.sqlite'));
});

test('erases by applicant id, by email address in every opening, and by age', async (t) => {
  let now = 1_000_000;
  const site = openRepository(t, { now: () => now });
  const submit = async (emailaddress: string, joblistingid: string) => {
    const application = buildApplication({ emailaddress, joblistingid });
    const start = await lease(site, undefined, application);
    await site.settle(start, { status: 'accepted', applicantId: `${start.id}!` }, application);
    return start.id;
  };
  const [ada, ada2] = [
    await submit('ada@example.com', '11'),
    await submit('ada@example.com', '12'),
  ];
  const old = await submit('ben@example.com', '11');
  now += 1000;
  const young = await submit('eve@example.com', '11');
  const left = async () => {
    const found = await Promise.all([ada, ada2, old, young].map((id) => site.find(id)));
    return found.flatMap((each) => each?.id ?? []);
  };
  assert.equal(await site.erase({ address: ' ADA@example.com' }), 2);
  assert.deepEqual(await left(), [old, young]);
  assert.equal(await site.erase({ before: new Date(now) }), 1);
  assert.deepEqual(await left(), [young]);
  assert.equal(await site.erase({ applicant: `${young}!` }), 1);
  assert.deepEqual(await left(), []);
  assert.equal(await site.erase({ address: 'ada@example.com' }), 0);
});

test('what was erased is no longer in any file while the site runs', async (t) => {
  const directory = scratch(t);
  const options = { file: path.join(directory, 'site.sqlite') };
  await withAccepted(t, options, 'ERASED-REFERENCE');
  assert.equal(await openRepository(t, options).erase({ applicant: 'ERASED-REFERENCE' }), 1);
  for (const name of readdirSync(directory))
    assert.ok(!readFileSync(path.join(directory, name)).includes('ERASED-REFERENCE'), name);
});

test('what was erased counts although its rows are still read, and is overwritten an hour later', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const directory = scratch(t);
  const file = path.join(directory, 'site.sqlite');
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const { site } = await withAccepted(t, { file, onError }, 'ERASED-REFERENCE');
  const reader = new DatabaseSync(file);
  reader.exec('begin; select * from submission');
  // Eight seconds are over soon.
  let time = 0;
  const { mock } = t.mock.method(performance, 'now', () => {
    time += 1000;
    return time;
  });
  assert.equal(await site.erase({ applicant: 'ERASED-REFERENCE' }), 1);
  assert.deepEqual(errors.map(String), [String(new DatabaseBusyError())]);
  mock.restore();
  reader.close();
  t.mock.timers.tick(3600 * 1000);
  const isLeft = (name: string) =>
    readFileSync(path.join(directory, name)).includes('ERASED-REFERENCE');
  while (readdirSync(directory).some(isLeft)) await new Promise(setImmediate);
});

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

test('a key that could be guessed is ignored', async (t) => {
  const site = openRepository(t);
  const first = await accepted(site, 'short-key');
  const { emailaddress } = buildApplication();
  const form = { key: 'short-key', emailaddress, joblistingid: buildApplication().joblistingid };
  assert.equal(await site.findAccepted(form), undefined);
  const second = await lease(site, 'short-key', buildApplication({ phone: '08030000000' }));
  assert.notEqual(second.id, first);
});

test('an application that may have been sent before a crash keeps its id for a week', async (t) => {
  const path = `${scratch(t)}/site.sqlite`;
  const day = 24 * 60 * 60 * 1000;
  const start = Date.now();
  const crashed = openRepository(t, { file: path, now: () => start });
  const { id } = await lease(crashed, key, buildApplication());
  await crashed.markSending(id);
  const restarted = openRepository(t, { file: path, now: () => start + 6 * day });
  const again = await lease(restarted, key, buildApplication());
  assert.deepEqual([again.id, again.afterLost], [id, true]);
});

test('an application that was not sent before a crash gets a new id, and no host is asked for the old one', async (t) => {
  const path = `${scratch(t)}/site.sqlite`;
  const start = Date.now();
  const crashed = openRepository(t, { file: path, now: () => start });
  const { id } = await lease(crashed, key, buildApplication());
  const restarted = openRepository(t, { file: path, now: () => start + 60_000 });
  const again = await lease(restarted, key, buildApplication());
  assert.notEqual(again.id, id);
  assert.equal(again.afterLost, false);
});

test('a ticket gives only accepted applications, and only those to the given opening', async (t) => {
  const site = openRepository(t);
  const refused = await lease(site, key, buildApplication());
  await settle(site, refused, { status: 'refused' });
  assert.equal(await site.findByTicket(site.ticket(refused.id)), undefined);
  const ticket = site.ticket(await accepted(site, 'a'.repeat(22), { joblistingid: '1' }));
  assert.equal((await site.findByTicket(ticket, { joblistingid: '1' }))?.applicantId, '1');
  assert.equal(await site.findByTicket(ticket, { joblistingid: '3' }), undefined);
});

test('documents can be added for a week from the acceptance, and an expired submission is not changed', async (t) => {
  const day = 24 * 60 * 60 * 1000;
  let now = Date.now();
  const site = openRepository(t, { now: () => now });
  const start = await lease(site, key, buildApplication());
  const { id } = start;
  now += 3 * day;
  await accept(site, start);
  assert.equal((await site.find(id))?.acceptedAt, now);
  now += 6 * day;
  assert.ok(await site.find(id));
  now += day;
  await assert.rejects(site.markSending(id), /no such submission/);
});

test('an application of the host that this site no longer has is stored again, and takes documents', async (t) => {
  const site = openRepository(t);
  const appliedAt = Date.parse('2026-01-05T10:00:00Z');
  const info = { ...buildApplication(), applicant_id: '4711' };
  const companyName = 'Test Bakery';
  const of = { received: ['cv'], acceptedAt: appliedAt, companyName } as const;
  const { id } = (await site.storeAccepted(info, of)) ?? assert.fail();
  const found = await site.findByTicket(site.ticket(id));
  assert.deepEqual(found?.applicantInfo, info);
  assert.deepEqual([found?.received, found?.acceptedAt], [['cv'], appliedAt]);
  assert.ok((found?.documentsUntil ?? 0) > Date.now());
  assert.deepEqual((await site.markReceived(id, 'nysc'))?.received, ['cv', 'nysc']);
  const again = await site.storeAccepted(info, { ...of, received: ['nysc', 'waec'] });
  assert.deepEqual([again?.id, again?.received], [id, ['nysc', 'waec']]);
  assert.equal(await site.erase({ applicant: '4711' }), 1);
});

for (const erased of [{ applicant: '4711' }, { before: new Date(0) }])
  test(`after an erasure by ${Object.keys(erased)} an application is stored again only two minutes later`, async (t) => {
    let now = Date.now();
    const file = path.join(scratch(t), 'site.sqlite');
    const site = openRepository(t, { file, now: () => now });
    const recorded = () => {
      using database = new DatabaseSync(file, { readOnly: true });
      return database.prepare('select * from erasure').all().length;
    };
    const store = (applicant_id: string) =>
      site.storeAccepted(
        { ...buildApplication(), applicant_id },
        { received: [], acceptedAt: now, companyName: 'Test Bakery' },
      );
    await site.erase(erased);
    now += 119_999;
    await site.purge();
    assert.equal(recorded(), 1);
    assert.equal(await store('4711'), undefined);
    assert.equal((await store('4712')) === undefined, 'before' in erased);
    now += 1;
    assert.ok(await store('4711'));
    await site.purge();
    assert.equal(recorded(), 0);
  });

test('the submission of an application keeps its day when the host names it again', async (t) => {
  const { site, id } = await withAccepted(t, {}, '4711');
  const before = await site.find(id);
  const info = { ...buildApplication(), applicant_id: '4711' };
  const of = { received: [], acceptedAt: 0, companyName: 'Test Bakery' };
  const adopted = await site.storeAccepted(info, of);
  assert.deepEqual([adopted?.id, adopted?.acceptedAt], [id, before?.acceptedAt]);
});

test('the token of a link has 256 bits, and depends on the submission and the secret', (t) => {
  const tokens = [secret, 'another secret of forty characters, too.'].flatMap((one) => {
    const site = openRepository(t, { secret: one });
    return [site.linkToken('a'), site.linkToken('b'), site.linkToken('a')];
  });
  assert.equal(new Set(tokens).size, 4);
  for (const token of tokens) assert.equal(Buffer.from(token, 'base64url').length, 32);
});

test("without the site's secret the submissions of an address are not found, and no secret is created", async (t) => {
  const dataDir = scratch(t);
  const site = openRepository(t, { file: path.join(dataDir, submissionsFile) });
  const application = buildApplication();
  const { id } = await lease(site, key, application);
  const erased = { address: application.emailaddress };
  const erase = (of: { sessionSecret?: string }) =>
    withSubmissions({ dataDir, ...of }, true, (found) => found.erase(erased), 0);
  assert.equal(await erase({}), undefined);
  assert.ok(!existsSync(path.join(dataDir, sessionSecretFile)));
  assert.equal(await erase({ sessionSecret: secret }), 1);
  assert.equal(await site.find(id), undefined);
});

test('what is older than RETENTION_DAYS or its company allows is erased hourly and at the start, with its number', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const file = `${scratch(t)}/site.sqlite`;
  const day = 24 * 60 * 60 * 1000;
  const start = Date.now();
  let now = start;
  const { promise: isErased, resolve } = Promise.withResolvers<void>();
  const info = t.mock.method(log(), 'info', () => resolve());
  const erased = () => info.mock.calls.map(({ arguments: [line] }) => line);
  const line = { event: 'retention-erased', submissions: 1 };
  const options = {
    file,
    now: () => now,
    retention: {
      days: 4,
      daysOfCompanies: new Map([
        ['Short Bakery', 2],
        ['Long Bakery', 6],
      ]),
    },
  };
  const site = openRepository(t, options);
  const ids = new Map<string, string>();
  for (const company of ['Short Bakery', 'Other Bakery', 'Long Bakery']) {
    const application = buildApplication({ joblistingid: company });
    const of = { companyName: company };
    ids.set(company, await acceptSubmission(site, company, undefined, application, of));
  }
  const left = async (repository = site) => {
    const found: string[] = [];
    for (const [company, id] of ids) if (await repository.find(id)) found.push(company);
    return found;
  };
  now = start + 2 * day;
  // A document that arrives later does not prolong it.
  await site.markReceived(ids.get('Short Bakery') ?? '', 'cv');
  assert.equal(await site.purge(), 0);
  now += 1;
  t.mock.timers.tick(60 * 60 * 1000);
  await isErased;
  assert.deepEqual([await left(), erased()], [['Other Bakery', 'Long Bakery'], [line]]);
  now = start + 4 * day + 1;
  const restarted = openRepository(t, options);
  await restarted.purge();
  assert.deepEqual([await left(restarted), erased()], [['Long Bakery'], [line, line]]);
  now = start + 6 * day;
  assert.equal(await site.purge(), 0);
  assert.equal(await site.erase({ before: new Date(start + 1) }), 1);
});

test('retention erases the applications to any number of companies', async (t) => {
  const retention = { days: 1, daysOfCompanies: new Map() };
  const site = openRepository(t, { retention });
  const acceptedAt = Date.now() - 2 * 24 * 60 * 60 * 1000;
  const names = ['', ...Array.from({ length: 1200 }, (_, at) => `Bakery ${at}`)];
  for (const [at, companyName] of names.entries()) {
    const info = { ...buildApplication(), applicant_id: `${at}` };
    await site.storeAccepted(info, { received: [], acceptedAt, companyName });
  }
  assert.equal(await site.erase({ retention }), names.length);
});

test('an application that is stored again is as old as at the API host', async (t) => {
  const site = openRepository(t, { retention: { days: 30, daysOfCompanies: new Map() } });
  const info = { ...buildApplication(), applicant_id: '4711' };
  const acceptedAt = Date.now() - 30 * 24 * 60 * 60 * 1000;
  await site.storeAccepted(info, { received: [], acceptedAt, companyName: 'Test Bakery' });
  assert.equal(await site.purge(), 1);
});

test('sites with another secret on the same database say so, until it is accepted', async (t) => {
  const file = path.join(scratch(t), submissionsFile);
  const site = openRepository(t, { file });
  await site.checkDatabase();
  const other = openRepository(t, { file, secret: 'x'.repeat(32) });
  const differs = { name: 'SettingDiffersError', message: /^SESSION_SECRET of this process/ };
  await assert.rejects(other.checkDatabase(), differs);
  await site.checkDatabase();
  await other.compareSecret('all');
  await other.checkDatabase();
  await assert.rejects(site.checkDatabase(), differs);
});

test('with a clock that is wrong, submissions that expired or are old wait for an operator', async (t) => {
  let now = Date.now();
  const warn = t.mock.method(log(), 'warn', () => {});
  const retention = { days: 30, daysOfCompanies: new Map() };
  const site = openRepository(t, { now: () => now, retention });
  for (let at = 0; at < 20; at += 1)
    await site.storeAccepted(
      { ...buildApplication({ emailaddress: `p${at}@example.com` }), applicant_id: `${at}` },
      { received: [], acceptedAt: now, companyName: '' },
    );
  now += 400 * 24 * 60 * 60 * 1000;
  assert.equal(await site.purge(), 0);
  const [line] = warn.mock.calls;
  assert.deepEqual(line?.arguments, [{ event: 'retention-waits', applications: 20 }]);
  assert.equal(await site.erase({ retention }), 20);
  assert.deepEqual([await site.purge(), warn.mock.callCount()], [0, 1]);
});

test('what an application needs is stored with it; a row without it needs all', async (t) => {
  const site = openRepository(t, {});
  const application = buildApplication();
  const of = { needed: ['cv', 'waec'] } as const;
  const id = await acceptSubmission(site, '4711', undefined, application, of);
  assert.deepEqual((await site.find(id))?.needed, ['cv', 'waec']);
  assert.deepEqual((await site.markReceived(id, 'cv'))?.needed, ['cv', 'waec']);
  const other = buildApplication({ emailaddress: 'other@example.com' });
  const linked = await site.storeAccepted(
    { ...other, applicant_id: '4712' },
    { received: [], acceptedAt: Date.now(), companyName: '', needed: ['cv'] },
  );
  assert.deepEqual(linked?.needed, ['cv']);
  const third = buildApplication({ emailaddress: 'third@example.com' });
  const { id: all } = await lease(site, undefined, third);
  assert.deepEqual((await site.find(all))?.needed, documentOrder);
});

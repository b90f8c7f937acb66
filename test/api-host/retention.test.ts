import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openHostData } from '#src/api-host/data.ts';
import { documentCleanup } from '#src/api-host/documents/document-cleanup.ts';
import { erase, previewErase } from '#src/api-host/erase.ts';
import type { Retention } from '#src/config/retention.ts';
import { DatabaseBusyError } from '#src/database/database.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { sessionSecret } from '#src/submissions/session-secret.ts';
import { submissionsFile } from '#src/submissions/submission-database.ts';
import { retentionReport } from '#src/telemetry/retention-report.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { careers } from '#test/cli/support/in-process.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import {
  apply,
  cleanupOf,
  collectingLog,
  dataIn,
  environmentIn,
  provide,
  settingsIn,
  temporaryDirectory,
  testHost,
} from './support/host.ts';
import { testOpenings } from './support/openings.ts';
import { documentParts, eventually, storedDocuments, upload } from './support/upload.ts';

const message = { firstname: 'Ada', lastname: 'E', email: 'a@example.com', msg: 'Hi', subject: '' };

const counts = (applications: number, documents: number, messages: number) => ({
  ...{ applications, documents, messages, alerts: 0 },
});

/** On January 1 and on March 1 one application to each of two companies, with a document, and a message. */
async function setUp(t: TestContext) {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  let now = new Date('2026-01-01T00:00:00Z');
  const host = await testHost(t, { dataDir, clock: () => now });
  for (const [round, day] of ['2026-01-01', '2026-03-01'].entries()) {
    now = new Date(`${day}T00:00:00Z`);
    for (const [company_id, joblistingid] of [
      ['1', '102'],
      ['2', '201'],
    ]) {
      const emailaddress = `p${round}${company_id}@example.com`;
      const id = await apply(host, { emailaddress, company_id, joblistingid, answers: {} });
      await upload(host.origin, documentParts(id, 'cv', 'the cv'));
    }
    await host.post('contact', { ...message, phone: '', msg: `Hi ${round}` });
  }
  await host.close();
  return dataDir;
}

async function erased(t: TestContext, dataDir: string, retention: Retention, day: string) {
  const data = await dataIn(t, dataDir);
  const { database } = data;
  const now = new Date(`${day}T00:00:00Z`);
  const preview = await previewErase(database, { retention, now });
  const cleanup = cleanupOf(data, () => now);
  assert.deepEqual(await erase(database, cleanup, { retention, now }), preview);
  return preview;
}

test('what is older than RETENTION_DAYS is erased with its documents, and previewed', async (t) => {
  const dataDir = await setUp(t);
  const daysOfCompanies = new Map();
  const run = (days: number | undefined, day: string) =>
    erased(t, dataDir, { days, daysOfCompanies }, day);
  assert.deepEqual(await run(undefined, '2036-01-01'), counts(0, 0, 0));
  assert.deepEqual(await run(30, '2026-01-31'), counts(0, 0, 0));
  assert.deepEqual(await run(30, '2026-02-01'), counts(2, 2, 1));
  assert.equal((await storedDocuments(dataDir)).length, 2);
  assert.deepEqual(await run(30, '2026-04-01'), counts(2, 2, 1));
});

test('applications to a company that no longer exists are erased too', async (t) => {
  const dataDir = await setUp(t);
  const { database, close } = await openHostData(settingsIn(dataDir));
  for (const table of ['openings', 'companies'] as const)
    await database.db.deleteFrom(table).execute();
  await close();
  const retention = { days: 30, daysOfCompanies: new Map() };
  assert.deepEqual(await erased(t, dataDir, retention, '2026-02-01'), counts(2, 2, 1));
});

test('what cannot be removed of the documents of an erased application is removed later', async (t) => {
  const types = ['cv', 'nysc'];
  const host = await testHost(t);
  const applicant = await apply(host);
  for (const type of types)
    await upload(host.origin, documentParts(applicant, type, `the ${type}`));
  await host.close();
  const { database, store } = await dataIn(t, host.dataDir);
  let now = new Date('2026-03-01T00:00:00Z');
  let isFailing = true;
  const remove = (name: string) =>
    isFailing ? Promise.reject(new Error('read-only')) : store.remove(name);
  const cleanup = cleanupOf({ database, store: { ...store, remove } }, () => now);
  assert.equal((await erase(database, cleanup, { applicant })).documents, types.length);
  assert.equal((await storedDocuments(host.dataDir)).length, types.length);
  isFailing = false;
  now = new Date('2026-03-01T01:00:00Z');
  await cleanup.run();
  assert.deepEqual(await storedDocuments(host.dataDir), []);
});

test('what was erased counts although its rows are still read, and is overwritten an hour later', async (t) => {
  const dataDir = await setUp(t);
  const { database, store } = await dataIn(t, dataDir);
  let isRead = true;
  let overwritten = 0;
  const purgeDeleted = async () => {
    if (isRead) throw new DatabaseBusyError();
    overwritten += 1;
  };
  const read = { ...database, dialect: { ...database.dialect, purgeDeleted } };
  const { log, lines } = collectingLog();
  const now = new Date('2026-02-01T00:00:00Z');
  const cleanup = documentCleanup(read, store, { clock: () => now, log });
  const eraseHourly = (days: number) =>
    erase(read, cleanup, { retention: { days, daysOfCompanies: new Map() }, now });
  const { id: applicant } = await database.db
    .selectFrom('applications')
    .select('id')
    .where('applied_at', '<', '2026-01-02')
    .executeTakeFirstOrThrow();
  assert.deepEqual(await erase(read, cleanup, { applicant }), counts(1, 1, 0));
  assert.deepEqual(await eraseHourly(30), counts(1, 1, 1));
  assert.deepEqual(
    lines.map(({ level, event }) => [level, event]),
    Array.from({ length: 2 }, () => ['warn', 'erased-rows-remain']),
  );
  isRead = false;
  await eraseHourly(30);
  assert.equal(overwritten, 1);
});

test('a running host erases every hour', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = new Date('2026-01-01T00:00:00Z');
  const host = await testHost(t, { settings: { retentionDays: 30 }, clock: () => now });
  const id = await apply(host);
  now = new Date('2026-02-01T00:00:00Z');
  t.mock.timers.tick(60 * 60 * 1000);
  const isErased = () => host.lines.some(({ event }) => event === 'retention-erased');
  await eventually(async () => isErased());
  const { body } = await host.call(`../applications/${id}`);
  assert.deepEqual(body, { status: 1, exists: false });
});

test("a company's own value goes before RETENTION_DAYS, shorter or longer, and without it", async (t) => {
  const dataDir = await setUp(t);
  const own = (days: number) => new Map([['Test Bakery', days]]);
  const run = (days: number | undefined, daysOfCompanies: ReadonlyMap<string, number>) =>
    erased(t, dataDir, { days, daysOfCompanies }, '2026-03-02');
  assert.deepEqual(await run(30, own(90)), counts(1, 1, 1));
  assert.deepEqual(await run(30, own(30)), counts(1, 1, 0));
  assert.deepEqual(await run(undefined, own(1)), counts(0, 0, 0));
  assert.deepEqual(
    await erased(t, dataDir, { daysOfCompanies: own(1) }, '2026-03-03'),
    counts(1, 1, 0),
  );
});

test('a host erases what has expired when it starts, and logs only how much', async (t) => {
  const dataDir = await setUp(t);
  const now = new Date('2026-03-15T00:00:00Z');
  const host = await testHost(t, { dataDir, clock: () => now, settings: { retentionDays: 30 } });
  // Several hosts share the work.
  const sum = { applications: 0, documents: 0, messages: 0, alerts: 0 };
  await eventually(async () => {
    const lines = host.lines.filter(({ event }) => event === 'retention-erased');
    const names = ['applications', 'documents', 'messages'] as const;
    for (const name of names)
      sum[name] = lines.reduce((total, line) => total + Number(line[name]), 0);
    return sum.applications === 2 && sum.messages === 1;
  });
  assert.deepEqual(sum, { applications: 2, documents: 2, messages: 1, alerts: 0 });
  const [line] = host.lines.filter(({ event }) => event === 'retention-erased');
  assert.deepEqual(Object.keys(line ?? {}), ['level', 'event', ...Object.keys(sum)]);
  assert.equal(
    JSON.parse((await hostCommand(dataDir, ['applications', '--json'])).stdout).length,
    2,
  );
});

test('host erase --expired and --dry-run', async (t) => {
  const dataDir = await setUp(t);
  const run = (...args: readonly string[]) =>
    hostCommand(dataDir, ['erase', ...args], { RETENTION_DAYS: '30' });
  const preview = 'Would be erased: 4 applications, 4 documents, 2 contact messages';
  assert.ok((await run('--expired', '--dry-run')).stdout.startsWith(preview));
  assert.ok((await run('--older-than', '1', '--dry-run')).stdout.startsWith(preview));
  const person = await run('--address', 'P01@example.com', '--dry-run', '--json');
  assert.deepEqual(JSON.parse(person.stdout), {
    dry_run: true,
    applications: 1,
    documents: 1,
    messages: 0,
    alerts: 0,
    submissions: 0,
  });
  const nobody = await run('--address', 'nobody@example.com');
  assert.deepEqual(
    [nobody.code, nobody.stdout, nobody.stderr],
    [5, '', 'error: nothing came from this address\n'],
  );
  assert.match(
    (await run('--expired')).stdout,
    /^Erased: 4 applications, 4 documents, 2 contact messages/,
  );
  const both = await run('--expired', '--older-than', '3');
  assert.equal(both.code, 2);
  const wrong = await hostCommand(dataDir, ['erase', '--expired'], { RETENTION_DAYS: 'a year' });
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [3, 'error: RETENTION_DAYS must be a whole number from 1 to 36500\n'],
  );
});

/** Opens the submissions of a site and adds an accepted one of `p01@example.com` to Test Bakery. */
async function addSubmission(t: TestContext, dataDir: string, acceptedDaysAgo = 0) {
  const site = openSubmissionRepository({
    file: join(dataDir, submissionsFile),
    databaseUrl: settingsIn(dataDir).databaseUrl,
    secret: sessionSecret({ dataDir }),
    now: () => Date.now() - acceptedDaysAgo * 24 * 60 * 60 * 1000,
  });
  t.after(() => site.close());
  const joblistingid = String(acceptedDaysAgo);
  const application = buildApplication({ emailaddress: 'p01@example.com', joblistingid });
  const of = { companyName: 'Test Bakery' };
  await acceptSubmission(site, '4711', undefined, application, of);
}

async function submissionsErased(dataDir: string, ...options: readonly string[]) {
  const args = ['erase', '--json', ...options];
  const { stdout, stderr } = await hostCommand(dataDir, args, { RETENTION_DAYS: '3' });
  assert.equal(stderr, '');
  return JSON.parse(stdout).submissions;
}

test("host erase --dry-run counts and leaves the site's submissions", async (t) => {
  const dataDir = await setUp(t);
  await addSubmission(t, dataDir);
  const person = ['--address', 'p01@example.com'];
  const run = (...options: readonly string[]) => submissionsErased(dataDir, ...person, ...options);
  assert.deepEqual([await run('--dry-run'), await run()], [1, 1]);
});

test("host erase --expired erases the site's submissions that are older than RETENTION_DAYS", async (t) => {
  const dataDir = await setUp(t);
  await addSubmission(t, dataDir, 2);
  assert.equal(await submissionsErased(dataDir, '--expired'), 0);
  await addSubmission(t, dataDir, 4);
  assert.equal(await submissionsErased(dataDir, '--expired', '--dry-run'), 1);
  assert.equal(await submissionsErased(dataDir, '--expired'), 1);
});

test('retention that would erase twenty applications, more than half of all, waits until a command', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  let now = new Date('2026-01-01T00:00:00Z');
  const host = await testHost(t, { dataDir, clock: () => now });
  const applyAs = (name: string) => apply(host, { emailaddress: `${name}@example.com` });
  for (let count = 1; count <= 20; count += 1) await applyAs(`old-${count}`);
  now = new Date('2026-03-01T00:00:00Z');
  for (let count = 1; count <= 19; count += 1) await applyAs(`new-${count}`);
  await host.close();

  const restart = async () => {
    const { lines, close } = await testHost(t, {
      dataDir,
      settings: { retentionDays: 30 },
      clock: () => now,
    });
    await close();
    // Each process says that it waits.
    return ['retention-waits', 'retention-erased'].flatMap((name) => {
      const line = lines.find(({ event }) => event === name);
      return line ? [{ event: name, applications: line.applications }] : [];
    });
  };
  assert.deepEqual(await restart(), [{ event: 'retention-waits', applications: 20 }]);
  const doctor = await careers(['doctor', '--json'], {
    env: { ...environmentIn(dataDir), RETENTION_DAYS: '30' },
  });
  assert.match(doctor.stdout, /39 applications would be erased at once: this waits/);
  const data = await dataIn(t, dataDir);
  const stored = async () => {
    const rows = data.database.db.selectFrom('applications').select('id');
    return (await rows.execute()).length;
  };
  assert.equal(await stored(), 39);
  const applied = data.database.db
    .updateTable('applications')
    .set({ applied_at: now.toISOString() });
  await applied.where('emailaddress', '=', 'old-1@example.com').execute();
  assert.deepEqual(await restart(), [{ event: 'retention-erased', applications: 19 }]);
  assert.equal(await stored(), 20);
  // With the clock of this machine all of them have expired.
  const env = { RETENTION_DAYS: '30' };
  assert.equal((await hostCommand(dataDir, ['erase', '--expired'], env)).code, 0);
  assert.equal(await stored(), 0);
});

test('the line about what waits is in the log once a day', () => {
  const lines: object[] = [];
  const report = retentionReport('retention', (line) => lines.push(line));
  for (let hour = 0; hour < 48; hour += 1) report(20);
  assert.equal(lines.length, 2);
  report(0);
  report(21);
  assert.deepEqual(lines[2], { event: 'retention-waits', applications: 21 });
});

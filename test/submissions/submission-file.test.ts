import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openDatabase, UnsupportedDatabaseError } from '#src/database/database.ts';
import { sqliteDialect } from '#src/database/sqlite.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { encrypt, submissionKeys } from '#src/submissions/encryption.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { submissionMigrations } from '#src/submissions/schema.ts';
import { submissionsFile } from '#src/submissions/submission-database.ts';
import { withSubmissions } from '#src/submissions/with-submissions.ts';
import { buildApplication } from '#test/support/build-application.ts';
import {
  accepted,
  key,
  lease,
  openRepository,
  scratch,
  secret,
  settle,
  withAccepted,
} from './sample.ts';

test('the file contains no readable personal data', async (t) => {
  const dir = scratch(t);
  const { site, id } = await withAccepted(t, { file: path.join(dir, 'site.sqlite') });
  const bytes = readdirSync(dir).map((name) => readFileSync(path.join(dir, name), 'latin1'));
  for (const word of ['Ngozi', 'ngozi.eze', 'example.com', '08000000101', 'I bake', 'Six thousand'])
    assert.ok(!bytes.some((text) => text.includes(word)), `${word} is readable`);
  assert.equal((await site.find(id))?.applicantInfo?.firstname, 'Ngozi');
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

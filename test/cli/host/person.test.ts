import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { applicationLinks, newLinkToken } from '#src/api-host/applications/application-links.ts';
import { openHostData } from '#src/api-host/data.ts';
import { readSettings } from '#src/config/settings.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { sessionSecret } from '#src/submissions/session-secret.ts';
import { submissionsFile } from '#src/submissions/submission-database.ts';
import {
  addMails,
  apply,
  environmentIn,
  settingsIn,
  temporaryDirectory,
  testHost,
} from '#test/api-host/support/host.ts';
import { documentParts, upload } from '#test/api-host/support/upload.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { careers } from '#test/support/run-careers.ts';
import { hostCommand } from '../support/host-command.ts';

test('everything of one person is exported from host and site, and nothing of another', async (t) => {
  const host = await testHost(t);
  const { dataDir } = host;
  const own = { emailaddress: 'Ada@Example.com' };
  const first = await apply(host, own);
  const second = await apply(host, { ...own, joblistingid: '201', company_id: '2', answers: {} });
  const stranger = await apply(host, { emailaddress: 'other@example.com' });
  for (const id of [first, stranger])
    await upload(host.origin, documentParts(id, 'cv', `of ${id}`));
  const message = { firstname: 'A', lastname: 'B', phone: '', msg: 'Hello', subject: '' };
  for (const email of ['ada@example.com', 'other@example.com', 'nada@example.com'])
    await host.post('contact', { ...message, email });
  const { database, close } = await openHostData(settingsIn(dataDir));
  for (const id of [first, stranger]) {
    await applicationLinks(database).add(id, newLinkToken(), new Date());
    await addMails(database, id, ['confirmation'], new Date());
  }
  await close();
  const { databaseUrl } = settingsIn(dataDir);
  const secret = sessionSecret(readSettings({ DATA_DIR: dataDir }));
  const submissions = openSubmissionRepository({
    file: join(dataDir, submissionsFile),
    databaseUrl,
    secret,
  });
  for (const [applicantId, emailaddress] of [
    [first, 'ada@example.com'],
    [stranger, 'other@example.com'],
  ] as const)
    await acceptSubmission(submissions, applicantId, undefined, buildApplication({ emailaddress }));
  await submissions.close();

  const target = join(await temporaryDirectory(t), 'ada');
  const { code, stdout, stderr } = await hostCommand(dataDir, [
    'person',
    'ADA@example.com',
    '--export',
    target,
    '--json',
  ]);
  assert.equal(code, 0, stderr);
  const { applications, documents, messages, submissions: ofSite } = JSON.parse(stdout);
  assert.deepEqual([applications, documents, messages, ofSite], [2, 1, 1, 1]);
  const text = readFileSync(join(target, 'person.json'), 'utf8');
  const person = JSON.parse(text);
  const ids = person.applications.map((one: Record<string, string>) => one.applicant_id);
  assert.deepEqual(ids, [first, second]);
  assert.equal(person.messages[0].msg, 'Hello');
  for (const rows of [person.links, person.mails])
    assert.deepEqual(
      rows.map((one: Record<string, string>) => one.applicant_id),
      [first],
    );
  assert.equal(person.submissions[0].applicantInfo.emailaddress, 'ada@example.com');
  assert.ok(!text.includes(stranger) && !text.includes('other@example.com'));
  assert.deepEqual(readdirSync(join(target, 'documents')), [first]);
  assert.equal(readFileSync(join(target, 'documents', first, 'cv.pdf'), 'utf8'), `of ${first}`);

  await hostCommand(dataDir, ['erase', '--address', 'ada@example.com']);
  const gone = await hostCommand(dataDir, ['person', 'ada@example.com', '--export', target]);
  assert.deepEqual([gone.code, gone.stderr], [5, 'error: nothing came from this address\n']);
  const unknown = await hostCommand(dataDir, ['erase', '--applicant', first]);
  assert.deepEqual([unknown.code, unknown.stderr], [5, `error: there is no applicant ${first}\n`]);
  const file = await hostCommand(dataDir, ['person', 'other@example.com', '--export', 'a.json']);
  assert.equal(file.code, 2);
});

test('an export and an erasure of a person are each one line of the log, which names nobody', async (t) => {
  const host = await testHost(t);
  const message = { firstname: 'A', lastname: 'B', phone: '', msg: 'Hello', subject: '' };
  await host.post('contact', { ...message, email: 'ada@example.com' });
  const target = join(await temporaryDirectory(t), 'ada');
  const args = ['host', 'person', 'ada@example.com', '--export', target];
  const env = { ...environmentIn(host.dataDir), LOG_LEVEL: 'info' };
  const { stdout, stderr } = await careers(args, env);
  assert.match(
    stdout,
    /^0 applications, 0 documents, 1 contact message, 0 alerts and 0 submissions/,
  );
  const counts = { applications: 0, documents: 0, messages: 1, alerts: 0, submissions: 0 };
  const lineOf = (text: string) => {
    const { level, time: _time, pid: _pid, name: _name, ...fields } = JSON.parse(text);
    return [level, fields];
  };
  assert.deepEqual(lineOf(stderr), ['info', { event: 'person-exported', ...counts }]);
  const erased = await careers(['host', 'erase', '--address', 'ada@example.com'], env);
  assert.deepEqual(lineOf(erased.stderr), ['info', { event: 'data-erased', ...counts }]);
  assert.doesNotMatch(erased.stdout, /data-erased/);
});

test('without the session secret an export says that it lacks the submissions of the site', async (t) => {
  const host = await testHost(t);
  const { dataDir } = host;
  await apply(host, { emailaddress: 'ada@example.com' });
  const { databaseUrl } = settingsIn(dataDir);
  const secret = 's'.repeat(32);
  const file = join(dataDir, submissionsFile);
  const submissions = openSubmissionRepository({ file, databaseUrl, secret });
  await submissions.start(undefined, buildApplication({ emailaddress: 'ada@example.com' }));
  await submissions.close();
  const target = join(await temporaryDirectory(t), 'ada');
  const args = ['person', 'ada@example.com', '--export', target, '--json'];
  const { code, stdout, stderr } = await hostCommand(dataDir, args);
  assert.deepEqual([code, JSON.parse(stdout).submissions], [0, null]);
  assert.match(stderr, /^warning: the site's submissions .* without its SESSION_SECRET\n$/);
});

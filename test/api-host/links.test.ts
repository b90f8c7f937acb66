import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { linkLifetimeMs, newLinkToken } from '#src/api-host/applications/application-links.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { apply, dataIn, testHost } from './support/host.ts';
import { documentParts, storedDocuments, upload } from './support/upload.ts';

const secret = 's'.repeat(32);

/** A host that has links, and one application. Applications and uploads need the secret too, so they go to a second host. */
async function setUp(t: TestContext) {
  const open = await testHost(t);
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const host = await testHost(t, {
    dataDir: open.dataDir,
    settings: { secret },
    clock: () => clock.now,
  });
  const ask = async (path: string, token: unknown) => {
    const headers = { authorization: `Bearer ${secret}` };
    const { httpStatus: status, body } = await host.post(`../${path}`, { token }, headers);
    return { status, body };
  };
  const data = await dataIn(t, open.dataDir);
  const applicant = await apply(open);
  const token = newLinkToken();
  assert.equal((await ask(`applications/${applicant}/link`, token)).status, 200);
  return { open, host, clock, ask, data, applicant, token };
}

test('a link shows what was received until it ends; only the hash of its token is stored', async (t) => {
  const { open, host, clock, ask, data, applicant, token } = await setUp(t);
  await upload(open.origin, documentParts(applicant, 'cv', 'the cv', { filename: 'my <cv>.pdf' }));
  const { body } = await ask('links/read', token);
  assert.equal(body.data.application.applicant_id, applicant);
  assert.equal(body.data.application.emailaddress, 'ngozi.eze@example.com');
  assert.equal(body.data.role_name, 'Head Baker');
  assert.deepEqual(body.data.cities, ['Lagos']);
  assert.equal(body.data.opening_language, undefined);
  assert.deepEqual(body.data.questions[0], { id: '1001', question: 'How many loaves?' });
  assert.equal(body.data.application.answers['1001'], 'Six thousand');
  assert.equal(body.data.withdrawn_at, null);
  assert.deepEqual(
    body.data.documents.map(({ type, filename }: Record<string, string>) => [type, filename]),
    [['cv', 'my <cv>.pdf']],
  );
  const further = JSON.stringify({ jobLocationType: 'TELECOMMUTE' });
  await data.database.db.updateTable('openings').set({ language: 'fr-BJ', further }).execute();
  const changed = (await ask('links/read', token)).body.data;
  assert.equal(changed.opening_language, 'fr-BJ');
  assert.equal(changed.jobLocationType, 'TELECOMMUTE');
  assert.doesNotMatch(JSON.stringify(body), /address_key|stored_as|idempotency/);
  const { db } = data.database;
  const [row] = await db.selectFrom('application_links').selectAll().execute();
  assert.equal(row?.applicant_id, applicant);
  assert.ok(!JSON.stringify(row).includes(token));
  assert.ok(!JSON.stringify(host.lines).includes(token));
  // A repetition, as by a receipt that is shown again, does not extend it.
  clock.now = new Date(clock.now.getTime() + linkLifetimeMs - 1);
  await ask(`applications/${applicant}/link`, token);
  assert.equal((await ask('links/read', token)).status, 200);
  clock.now = new Date(clock.now.getTime() + 2);
  for (const call of ['read', 'withdraw', 'erase'])
    assert.equal((await ask(`links/${call}`, token)).status, 404, call);
  assert.equal((await ask(`applications/${applicant}/link`, newLinkToken())).status, 200);
  assert.equal((await db.selectFrom('application_links').selectAll().execute()).length, 1);
});

test('a second link of an application has its own end', async (t) => {
  const { clock, ask, applicant } = await setUp(t);
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  const { body } = await ask(`applications/${applicant}/link`, newLinkToken());
  assert.equal(body.expires_at, new Date(clock.now.getTime() + linkLifetimeMs).toISOString());
});

test('a link is refused whose token is unknown, malformed, of no application, or of another one', async (t) => {
  const { open, ask, token } = await setUp(t);
  const other = await apply(open, { emailaddress: 'other@example.com' });
  assert.equal((await ask(`applications/${other}/link`, token)).status, 404);
  assert.equal((await ask('links/read', newLinkToken())).status, 404);
  assert.equal((await ask('applications/NO-SUCH-ID/link', newLinkToken())).status, 404);
  for (const token of ['', 'short', 7, { a: 1 }])
    assert.equal((await ask('links/erase', token)).status, 422, JSON.stringify(token));
});

test('a host without a secret has no links, because anybody who knows an applicant id could make one', async (t) => {
  const host = await testHost(t);
  const applicant = await apply(host);
  const link = `../applications/${applicant}/link`;
  assert.equal((await host.post(link, { token: newLinkToken() })).httpStatus, 404);
});

test('a withdrawn application is marked in lists and exports, takes no documents, and counts for the year', async (t) => {
  const { open, host, clock, ask, applicant, token } = await setUp(t);
  const other = await apply(open, { emailaddress: 'other@example.com' });
  assert.equal((await ask('links/withdraw', token)).status, 200);
  clock.now = new Date('2026-03-02T10:00:00Z');
  assert.equal((await ask('links/withdraw', token)).status, 200);
  const { body } = await ask('links/read', token);
  assert.equal(body.data.withdrawn_at, '2026-03-01T10:00:00.000Z');
  const refused = await upload(open.origin, documentParts(applicant, 'cv', 'the cv'));
  assert.deepEqual(
    [refused.httpStatus, refused.body.message],
    [409, 'This application was withdrawn.'],
  );
  await assert.rejects(apply(open), /You have applied for a position within a year\./);
  const idsOf = async (status: string) => {
    const args = ['applications', '--status', status, '--json'];
    const { stdout } = await hostCommand(host.dataDir, args);
    return JSON.parse(stdout).map((one: Record<string, string>) => one.applicant_id);
  };
  assert.deepEqual(await idsOf('withdrawn'), [applicant]);
  assert.deepEqual(await idsOf('incomplete'), [other]);
  assert.match((await hostCommand(host.dataDir, ['applications'])).stdout, /withdrawn/);
  const stats = await hostCommand(host.dataDir, ['stats', '--json']);
  const { applications, incomplete, withdrawn } = JSON.parse(stats.stdout);
  assert.deepEqual([applications, incomplete, withdrawn], [2, 1, 1]);
  const withdrawnLines = host.lines.filter(({ event }) => event === 'application-withdrawn');
  assert.deepEqual(withdrawnLines[0], {
    level: 'info',
    event: 'application-withdrawn',
    applicant,
  });
});

test('an application is erased by its link with its documents and links, and the person may apply again', async (t) => {
  const { open, host, ask, data, applicant, token } = await setUp(t);
  await upload(open.origin, documentParts(applicant, 'cv', 'the cv'));
  const other = await apply(open, { emailaddress: 'other@example.com' });
  const { status, body } = await ask('links/erase', token);
  assert.deepEqual([status, body.data.applicant_id], [200, applicant]);
  assert.deepEqual(await storedDocuments(host.dataDir), []);
  const { db } = data.database;
  const left = await db.selectFrom('applications').select('id').execute();
  const ids = left.map(({ id }) => id);
  assert.deepEqual(ids, [other]);
  assert.deepEqual(await db.selectFrom('application_links').selectAll().execute(), []);
  assert.equal((await ask('links/erase', token)).status, 404);
  assert.ok(await apply(open));
  const line = host.lines.find(({ event }) => event === 'application-erased');
  assert.deepEqual(line, { level: 'info', event: 'application-erased', applicant, documents: 1 });
});

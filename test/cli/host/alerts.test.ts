import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reportNow } from '#src/api-host/admin/alerts.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { alertsFixture } from '#test/api-host/support/alerts.ts';
import { temporaryDirectory } from '#test/api-host/support/host.ts';
import { hostCommand } from '../support/host-command.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'careers@jobs.example' };

/** Ada has a confirmed alert, Bola has not confirmed. */
async function setUp(t: Parameters<typeof alertsFixture>[0]) {
  const fixture = await alertsFixture(t, { company_id: ['1'], q: 'baker' });
  fixture.clock.now = new Date(Date.now() - 60_000);
  await fixture.confirmed('ada@example.com');
  await fixture.ask('bola@example.com');
  await fixture.run();
  return fixture;
}

test('alerts are listed with their search in words, the oldest first, and counted by state', async (t) => {
  const { data, dataDir } = await setUp(t);
  await data.database.db
    .updateTable('alerts')
    .set({ created_at: '2020-01-01T00:00:00.000Z' })
    .where('emailaddress', '=', 'bola@example.com')
    .execute();
  const { stdout } = await hostCommand(dataDir, ['alerts']);
  assert.match(stdout, /active\tada@example\.com\tat Test Bakery for “baker”\t/);
  const { stdout: json } = await hostCommand(dataDir, ['alerts', '--json', 'emailaddress,state']);
  assert.deepEqual(JSON.parse(json), [
    { emailaddress: 'bola@example.com', state: 'pending' },
    { emailaddress: 'ada@example.com', state: 'active' },
  ]);
  const stats = await hostCommand(dataDir, ['stats', '--json', 'alerts']);
  assert.deepEqual(JSON.parse(stats.stdout).alerts, { asked: 0, pending: 1, active: 1, ended: 0 });
  assert.match(
    (await hostCommand(dataDir, ['stats'])).stdout,
    /\n1 active alert, 1 to be confirmed, 0 ended\.\n/,
  );
});

test('an alert at a company that was removed is said to be narrowed, and not for all openings', async (t) => {
  const { data, dataDir } = await setUp(t);
  const { db } = data.database;
  await db.deleteFrom('openings').execute();
  await db.deleteFrom('companies').execute();
  const { stdout } = await hostCommand(dataDir, ['alerts']);
  assert.match(stdout, /active\tada@example\.com\tfor “baker”, narrowed further\t/);
});

test('--send-now stores the mails about what is new, once a day; --dry-run shows them', async (t) => {
  const { data, dataDir, addOpening, run, smtp, clock } = await setUp(t);
  const seen = () => data.database.db.selectFrom('seen_openings').selectAll().execute();
  const send = (...args: string[]) => hostCommand(dataDir, ['alerts', '--send-now', ...args], mail);
  const none = await send('--dry-run', '--json');
  assert.deepEqual(JSON.parse(none.stdout), { dry_run: true, alerts: [] });
  await addOpening({ id: 103, role_name: 'Night Baker' });
  const seenBefore = await seen();
  for (let times = 0; times < 2; times += 1) {
    const { stdout } = await send('--dry-run');
    assert.match(stdout, /ada@example\.com\t1\t103 Night Baker\n/);
    assert.match(stdout, /1 mail would be sent\. Nothing was stored/);
    assert.deepEqual(await seen(), seenBefore);
  }
  const { stdout } = await send('--json');
  assert.deepEqual(
    JSON.parse(stdout).alerts.map(({ openings }: { openings: object[] }) => openings),
    [[{ id: '103', role_name: 'Night Baker' }]],
  );
  await addOpening({ id: 104, role_name: 'Day Baker' });
  assert.match((await send()).stdout, /The host will send 0 mails\.\n$/);
  clock.now = new Date();
  await run();
  assert.equal(smtp.mails.at(-1)?.subject, '1 new opening at Test Bakery for “baker”');
  const { last_sent_at } = await data.database.db
    .selectFrom('alerts')
    .select('last_sent_at')
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  const dueAfter = async (ms: number) => {
    const now = new Date(Date.parse(last_sent_at ?? '') + ms);
    return (await reportNow(data.database, { now, dryRun: true })).length;
  };
  assert.deepEqual([await dueAfter(dayMs - 1), await dueAfter(dayMs)], [0, 1]);
});

test('without SMTP_URL nothing is sent, and --dry-run alone is not understood', async (t) => {
  const { dataDir } = await setUp(t);
  const { code, stderr } = await hostCommand(dataDir, ['alerts', '--send-now']);
  assert.equal(code, 3);
  assert.match(stderr, /SMTP_URL is not set: no mail is sent\./);
  assert.equal((await hostCommand(dataDir, ['alerts', '--dry-run'])).code, 2);
});

test('an alert is exported with its person, and erased with all that came from the address', async (t) => {
  const { dataDir, rows } = await setUp(t);
  const target = await temporaryDirectory(t);
  const exported = await hostCommand(dataDir, ['person', 'Ada@example.com', '--export', target]);
  assert.equal(exported.code, 0, exported.stderr);
  const person = JSON.parse(readFileSync(join(target, 'person.json'), 'utf8'));
  assert.equal(person.alerts.length, 1);
  assert.equal(person.alerts[0].search.q, 'baker');
  assert.doesNotMatch(JSON.stringify(person), /bola|token|mailbox_key/);
  const erased = await hostCommand(dataDir, ['erase', '--address', 'Ada@example.com', '--json']);
  assert.equal(JSON.parse(erased.stdout).alerts, 1);
  const addresses = (await rows()).map(({ emailaddress }) => emailaddress);
  assert.deepEqual(addresses, ['bola@example.com']);
  assert.equal((await hostCommand(dataDir, ['erase', '--address', 'ada@example.com'])).code, 5);
});

test('alerts that were not confirmed or continued in time are erased, and others by their age', async (t) => {
  const { dataDir, rows, clock, ask, run } = await alertsFixture(t);
  clock.now = new Date(Date.now() - 3 * 86_400_000);
  await ask('late@example.com');
  await run();
  clock.now = new Date(Date.now() - 86_400_000);
  await ask('soon@example.com');
  await run();
  const { stdout } = await hostCommand(dataDir, ['alerts']);
  assert.match(stdout, /\tpending\tsoon@example\.com\tall\t/);
  const erase = async (...args: string[]) =>
    JSON.parse((await hostCommand(dataDir, ['erase', ...args, '--json'])).stdout).alerts;
  assert.equal(await erase('--expired', '--dry-run'), 1);
  assert.equal(await erase('--expired'), 1);
  assert.equal((await rows())[0]?.emailaddress, 'soon@example.com');
  assert.equal(await erase('--older-than', '1'), 1);
});

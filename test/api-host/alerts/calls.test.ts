import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { HostSettings } from '#src/config/settings.ts';
import { createApiClient } from '#src/domain/api/api-client.ts';
import { RefusedError } from '#src/http/errors.ts';
import { tokenOf } from '../support/alerts.ts';
import { dataIn, testHost } from '../support/host.ts';
import { importOpenings, opening, parseOpenings } from '../support/openings.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { eventually } from '../support/upload.ts';

const secret = 's'.repeat(32);

async function setUp(t: TestContext, changed: Partial<HostSettings> = {}) {
  const smtp = await smtpServer(t);
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const mail = { url: smtp.url, from: 'Careers <careers@jobs.example>' };
  const host = await testHost(t, {
    settings: { mail, secret, siteOrigin: 'https://jobs.example', ...changed },
    clock: () => clock.now,
  });
  const data = await dataIn(t, host.dataDir);
  const client = createApiClient({ apiHost: host.origin, secret, timeoutMs: 60_000 });
  t.after(() => client.close());
  return { smtp, clock, host, data, client };
}

test('alerts are offered by our own host with mail and the address of the site only; a host that is down says nothing', async (t) => {
  const { host, client } = await setUp(t);
  assert.equal((await client.reads.offersAlerts()).value, true);
  const foreign = createApiClient({ apiHost: host.origin, timeoutMs: 60_000 });
  t.after(() => foreign.close());
  assert.equal((await foreign.reads.offersAlerts()).value, false);
  const other = await setUp(t, { siteOrigin: undefined as never });
  assert.equal((await other.client.reads.offersAlerts()).value, false);
  await other.host.close();
  assert.equal((await other.client.reads.offersAlerts()).value, undefined);
});

test('an address that is none is refused; every other one gets the same answer', async (t) => {
  const { client } = await setUp(t);
  const ask = (emailaddress: string) =>
    client.requestAlert({ emailaddress, search: { q: 'baker' }, language: 'en' });
  await assert.rejects(
    ask('a@x.example\r\nBcc: b@x.example'),
    (error) => error instanceof RefusedError && error.httpStatus === 422,
  );
  await ask('a@x.example');
  await ask('a@x.example');
});

test('a company is listed, and has alerts, from the day on which its first opening is posted', async (t) => {
  const { client, data, clock } = await setUp(t);
  const scheduled = opening({
    id: 9,
    company_id: 9,
    company_name: 'Secret',
    date_posted: '2026-03-03',
  });
  const closed = opening({
    id: 10,
    company_id: 10,
    company_name: 'Old',
    closing_date: '2026-01-01',
  });
  await importOpenings(data.database, parseOpenings([scheduled, closed]), clock.now);
  const names = async () => (await client.listCompanies()).map((one) => one.company_name);
  const ask = () =>
    client.requestAlert({
      emailaddress: 'a@x.example',
      search: { company_id: ['9'], q: '' },
      language: 'en',
    });
  assert.deepEqual(await names(), ['Old', 'Test Bakery', 'Test Grill']);
  await assert.rejects(ask(), (error) => error instanceof RefusedError && error.httpStatus === 404);
  // Midnight in Lagos.
  clock.now = new Date('2026-03-02T22:59:59Z');
  assert.equal((await names()).includes('Secret'), false);
  clock.now = new Date('2026-03-02T23:00:00Z');
  assert.deepEqual(await names(), ['Old', 'Secret', 'Test Bakery', 'Test Grill']);
  await ask();
});

test('an alert at a company that does not exist is refused, as an application to it', async (t) => {
  const { client, data } = await setUp(t);
  const ask = (company_id: string) =>
    client.requestAlert({
      emailaddress: 'a@x.example',
      search: { company_id: [company_id], q: '' },
      language: 'en',
    });
  await assert.rejects(
    ask('77'),
    (error) =>
      error instanceof RefusedError &&
      error.httpStatus === 404 &&
      error.message === 'There is no such company.',
  );
  assert.deepEqual(await data.database.db.selectFrom('alerts').select('id').execute(), []);
  await ask('1');
});

test('the page of a link gets the words of its language, with no more of the search than a mail has', async (t) => {
  const { client, smtp } = await setUp(t);
  const search = { q: 'win 0803 123 4567', city: ['Call me'] };
  await client.requestAlert({ emailaddress: 'ada@example.com', search, language: 'en' });
  await eventually(async () => smtp.mails.length === 1);
  const token = tokenOf(smtp.mails[0]?.text);
  for (const [language, words] of [
    [undefined, ' for “win”, narrowed further'],
    ['fr', ' pour «\u00a0win\u00a0», avec d’autres critères'],
  ] as const) {
    const alert = await client.readAlert(token, language);
    assert.deepEqual([alert?.words, alert?.wishes[0]?.words], [words, words]);
  }
});

test('the links of mails that were sent work on a host that can no longer send any', async (t) => {
  const { client, smtp, host, clock } = await setUp(t);
  const search = { q: 'baker' };
  await client.requestAlert({ emailaddress: 'ada@example.com', search, language: 'en' });
  await eventually(async () => smtp.mails.length === 1);
  const token = tokenOf(smtp.mails[0]?.text);
  assert.equal((await client.confirmAlert(token))?.state, 'active');
  await host.close();
  const without = await testHost(t, {
    dataDir: host.dataDir,
    settings: { secret },
    clock: () => clock.now,
  });
  const later = createApiClient({ apiHost: without.origin, secret, timeoutMs: 60_000 });
  t.after(() => later.close());
  assert.equal((await later.reads.offersAlerts()).value, false);
  assert.equal((await later.readAlert(token))?.state, 'active');
  assert.equal(await later.endAlert(token), true);
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { DatabaseBusyError } from '#src/database/database.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import { log } from '#src/telemetry/logger.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { accepted, key, lease, openRepository, scratch, secret, withAccepted } from './sample.ts';

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

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { alertSteps } from '#src/api-host/alerts/alert-steps.ts';
import { alertsFixture } from '../support/alerts.ts';
import { collectingLog } from '../support/host.ts';

test('the new openings are read once for all alerts that are due, and each alert gets those it has not seen', async (t) => {
  const { data, days, confirmed, addOpening, run } = await alertsFixture(t);
  const searches = ['baker', 'night', 'bread', 'nobody finds this'];
  for (const q of searches) await confirmed(`${q.replaceAll(' ', '')}@example.com`, { q });
  await addOpening({ id: 103, role_name: 'Night Baker' });
  await confirmed('late@example.com', { q: 'baker' });
  await addOpening({ id: 104, role_name: 'Day Baker' });
  days(1);
  const executor = data.database.db.getExecutor();
  const queries = t.mock.method(executor, 'executeQuery').mock;
  const mails = await run();
  const openingsOf = (address: string) =>
    [
      ...(mails.find(({ to }) => JSON.stringify(to).includes(address))?.text ?? '').matchAll(
        /\/application\/(\d+)/g,
      ),
    ].map(([, id]) => id);
  assert.deepEqual(openingsOf('baker@example.com').toSorted(), ['103', '104']);
  assert.deepEqual(openingsOf('late@example.com'), ['104']);
  assert.deepEqual(openingsOf('nobodyfindsthis@example.com'), []);
  const reads = queries.calls.filter(({ arguments: [{ sql }] }) =>
    /from "openings" inner join "companies"/.test(sql),
  );
  // One is for the alerts, and one for each mail, because an opening may have closed since.
  assert.equal(reads.length, 1 + mails.length);
});

/** Alerts of as many people, all due, and a new opening that fits each. */
async function dueAlerts(t: TestContext, count: number) {
  const fixture = await alertsFixture(t);
  const { data, ask, addOpening, days, clock } = fixture;
  for (let n = 0; n < count; n += 1) await ask(`a${n}@x.example`, { q: n % 2 ? 'baker' : '' });
  await data.database.db.updateTable('alerts').set({ state: 'active', ends_at: '2027' }).execute();
  await addOpening({ id: 103, role_name: 'Night Baker' });
  days(1);
  const steps = (now: () => Date) =>
    alertSteps(data.database, {
      countKey: 'k',
      clock: now,
      log: collectingLog().log,
    });
  const { mock } = t.mock.method(data.database.db.getExecutor(), 'executeQuery');
  const countQueries = (pattern: RegExp) =>
    mock.calls.filter(({ arguments: [{ sql }] }) => pattern.test(sql)).length;
  const countReads = () => countQueries(/from "openings" inner join "companies"/);
  const countMails = async () =>
    (await data.database.db.selectFrom('alert_mails').select('id').execute()).length;
  return { ...fixture, clock, steps, countQueries, countReads, countMails };
}

test('the openings are read once for alerts of several batches, and each alert gets one mail', async (t) => {
  const { clock, steps, countReads, countMails } = await dueAlerts(t, 250);
  const takeSteps = steps(() => clock.now);
  let batches = 1;
  while (await takeSteps()) batches += 1;
  assert.equal(batches, 3);
  assert.equal(countReads(), 1);
  assert.equal(await countMails(), 250);
});

test('two hosts that take a snapshot at the same time store one mail for each alert', async (t) => {
  const { clock, steps, countMails } = await dueAlerts(t, 150);
  const takers = [steps(() => clock.now), steps(() => clock.now)];
  await Promise.all(
    takers.map(async (takeSteps) => {
      while (await takeSteps());
    }),
  );
  assert.equal(await countMails(), 150);
});

test('other requests are answered after each search of a snapshot, on a slow machine too', async (t) => {
  const { data, clock, steps, countQueries } = await dueAlerts(t, 60);
  // Every transaction takes so long that it is committed at once.
  let ms = performance.now();
  t.mock.method(performance, 'now', () => (ms += 1000));
  for (const { id } of await data.database.db.selectFrom('alerts').select('id').execute()) {
    const search = JSON.stringify({ company_id: '1', q: `baker ${id}` });
    await data.database.db.updateTable('alerts').set({ search }).where('id', '=', id).execute();
  }
  const searches = () => countQueries(/bm25/);
  const atTurns = [0];
  let isOver = false;
  const countAtTurn = () => {
    atTurns.push(searches());
    if (!isOver) setImmediate(countAtTurn);
  };
  setImmediate(countAtTurn);
  await steps(() => clock.now)();
  isOver = true;
  assert.equal(searches(), 60);
  atTurns.push(60);
  const most = atTurns.reduce((max, n, at) => Math.max(max, n - (atTurns[at - 1] ?? 0)), 0);
  assert.ok(most <= 2, `${most} searches without a turn of others`);
});

test('an error ends a snapshot, and the next one reads the openings again', async (t) => {
  const { data, clock, steps, countMails } = await dueAlerts(t, 20);
  const takeSteps = steps(() => clock.now);
  const executor = data.database.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const failing = t.mock.method(executor, 'executeQuery', ((query) =>
    /from "openings" inner join "companies"/.test(query.sql)
      ? Promise.reject(new Error('the database is away'))
      : execute(query)) as typeof execute);
  await assert.rejects(takeSteps(), /the database is away/);
  failing.mock.restore();
  await takeSteps();
  assert.equal(await countMails(), 20);
});

test('after a snapshot that took 4 s there is none for 200 s, and after a longer one for ten minutes at most', async (t) => {
  for (const [tookMs, pauseMs] of [
    [4000, 200_000],
    [60_000, 600_000],
  ] as const) {
    const { data, clock, steps, rows } = await dueAlerts(t, 1);
    let isSearching = true;
    const start = clock.now.getTime();
    let calls = 0;
    // The snapshot begins at the first instant that it asks for, and ends at a later one.
    const takeSteps = steps(() => {
      calls += 1;
      return isSearching && calls > 2 ? new Date(start + tookMs) : clock.now;
    });
    await takeSteps();
    isSearching = false;
    await data.database.db.deleteFrom('alert_mails').execute();
    const told = async () => (await rows())[0]?.next_at;
    await data.database.db
      .updateTable('alerts')
      .set({ next_at: new Date(start).toISOString() })
      .execute();
    clock.now = new Date(start + tookMs + pauseMs - 1);
    await takeSteps();
    assert.equal(await told(), new Date(start).toISOString());
    clock.now = new Date(start + tookMs + pauseMs);
    await takeSteps();
    assert.ok(((await told()) ?? '') > clock.now.toISOString());
  }
});

test('a clock that was an hour ahead and is set back delays no snapshot', async (t) => {
  const { data, clock, steps, rows } = await dueAlerts(t, 1);
  const { now } = clock;
  const takeSteps = steps(() => clock.now);
  clock.now = new Date(now.getTime() + 3_600_000);
  await takeSteps();
  clock.now = now;
  await data.database.db.deleteFrom('alert_mails').execute();
  await data.database.db.updateTable('alerts').set({ next_at: now.toISOString() }).execute();
  await takeSteps();
  assert.ok(((await rows())[0]?.next_at ?? '') > now.toISOString());
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ImportError } from '#src/api-host/admin/csv.ts';
import { maxOpeningsBytes } from '#src/api-host/admin/import-openings.ts';
import { maxOpeningBytes } from '#src/api-host/admin/openings-file.ts';
import { openingStore } from '#src/api-host/openings/opening-store.ts';
import { createApp } from '#src/api-host/routes/app.ts';
import type { AppParts } from '#src/api-host/routes/app-parts.ts';
import { DatabaseBusyError } from '#src/database/database.ts';
import { createApiClient } from '#src/domain/api/api-client.ts';
import { listLimits } from '#src/domain/model/limits.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { collectingLog, dataIn, provide, temporaryDirectory, testHost } from './support/host.ts';
import { idsOf, importOpenings, opening, parseOpenings } from './support/openings.ts';

const now = new Date('2026-01-05T00:00:00Z');
/** A field that the host does not know, so that it is not indexed. */
const padding = 'x'.repeat(50_000);
/** Together they have more bytes than a response that is read at once. */
const largeOpenings = (count: number) =>
  Array.from({ length: count }, (_, index) => opening({ id: index + 1, questions: [], padding }));

test('the client reads every list of a host, however many bytes it has', async (t) => {
  const host = await testHost(t, { openings: largeOpenings(380) });
  // Not about time: a busy machine needs more than ten seconds for the 19 MB.
  const client = createApiClient({ apiHost: host.origin, timeoutMs: 120_000 });
  t.after(() => client.close());
  for (const list of [
    await client.listOpenings(),
    await client.searchOpenings({ company_id: '1', q: '' }),
    await client.searchOpenings({ company_id: '1', q: 'baker' }),
  ])
    assert.deepEqual([list.length, list[0]?.padding], [380, padding]);
});

test('a list that changes while it is sent is complete JSON, without the openings that were removed', async (t) => {
  const host = await testHost(t, { openings: largeOpenings(300) });
  const data = await dataIn(t, host.dataDir);
  const response = await fetch(`${host.origin}/api/openingsall`);
  await data.database.db.deleteFrom('openings').where('id', '>', '2').execute();
  const { data: list } = (await response.json()) as { data: unknown[] };
  assert.ok(list.length >= 100 && list.length < 300, `${list.length} openings`);
});

test('a running host accepts an application while openings are imported', async (t) => {
  const host = await testHost(t);
  const data = await dataIn(t, host.dataDir);
  const openings = parseOpenings(
    Array.from({ length: 400 }, (_, index) => opening({ id: index + 1000 })),
  );
  const started = Promise.withResolvers<void>();
  const { database } = data;
  const transaction: typeof database.transaction = (locks, work) => {
    started.resolve();
    return database.transaction(locks, work);
  };
  const imported = importOpenings({ ...database, transaction }, openings, now);
  await started.promise;
  const reply = await host.post('applyjobposting', buildApplication());
  assert.equal(reply.httpStatus, 200);
  assert.equal((await imported).changes.length, 400);
  assert.equal((await host.call('openingsall')).body.data.length, 403);
});

test('an import that ends in the middle has no effect or all of it, and can be repeated', async (t) => {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, [opening({ id: 1, role_name: 'Old' }), opening({ id: 2 })]);
  const data = await dataIn(t, dataDir);
  const { database } = data;
  const store = openingStore(database);
  const state = async () => ({
    all: (await idsOf(store.list(now))).toSorted(),
    old: await idsOf(store.search({ company_id: '1', q: 'old' }, now)),
    new: (await idsOf(store.search({ company_id: '1', q: 'new' }, now))).toSorted(),
    companies: (await store.listCompanies(now)).map(({ company_name }) => company_name),
  });
  const before = await state();
  const ids = Array.from({ length: 120 }, (_, id) => String(id + 1));
  const openings = parseOpenings(
    ids.map((id) => opening({ id, role_name: 'New', company_name: 'Renamed Bakery' })),
  );
  const after = {
    all: ids.toSorted(),
    old: [],
    new: ids.toSorted(),
    companies: ['Renamed Bakery'],
  };
  for (const failing of [0, 1, 60, 119]) {
    let written = 0;
    const setFullText: typeof database.dialect.setFullText = async (...entry) => {
      if (written++ === failing) throw new Error('interrupted');
      return database.dialect.setFullText(...entry);
    };
    const dialect = { ...database.dialect, setFullText };
    await assert.rejects(importOpenings({ ...database, dialect }, openings, now), /interrupted/);
    assert.deepEqual(await state(), before);
  }
  await importOpenings(database, openings, now);
  assert.deepEqual(await state(), after);
});

/** An import that ends where it would write: it was accepted. */
async function tryImport(t: TestContext, openings: readonly object[]): Promise<string> {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, [opening({ id: 1, jobdescription: '' })]);
  const data = await dataIn(t, dataDir);
  const transaction = () => Promise.reject(new Error('accepted'));
  const database = { ...data.database, transaction };
  const failed = importOpenings(database, parseOpenings(openings), now);
  const result = await failed.then(
    () => 'written',
    (error) => (error instanceof ImportError ? error.problems.join() : error.message),
  );
  const rows = await data.database.db.selectFrom('openings').select('id').execute();
  const ids = rows.map(({ id }) => id);
  assert.deepEqual(ids, ['1']);
  return result;
}

for (const over of [0, 1])
  test(`an import that leads to ${listLimits.items + over} openings is ${over ? 'refused' : 'accepted'}`, async (t) => {
    const openings = Array.from({ length: listLimits.items - 1 + over }, (_, id) => ({
      id: `new ${id}`,
      role_name: 'Cook',
      company_id: 1,
    }));
    const problem = 'With this file there would be 20001 openings. The site can read 20000.';
    assert.equal(await tryImport(t, openings), over ? problem : 'accepted');
  });

for (const over of [0, 1])
  test(`an import that leads to openings of ${maxOpeningsBytes + over} bytes is ${over ? 'refused' : 'accepted'}`, async (t) => {
    const bytesOf = (one: object) => JSON.stringify(parseOpenings([one])[0]).length + 1;
    const openings = largeOpenings(2600).map((one) => ({ ...one, id: `large ${one.id}` }));
    const stored = bytesOf(opening({ id: 1, jobdescription: '' }));
    // Two openings fill what is left, each within its own limit.
    const fill = (room: number, id: string) => {
      const empty = opening({ id, jobdescription: '' });
      return { ...empty, jobdescription: 'x'.repeat(room - bytesOf(empty)) };
    };
    let room = maxOpeningsBytes + over - stored;
    for (const one of openings) room -= bytesOf(one);
    const rest = [];
    for (let n = 0; room > 0; n++) {
      const share = room > 100_000 ? 50_000 : room > 60_000 ? 40_000 : room;
      rest.push(fill(share, `rest ${n}`));
      room -= share;
    }
    const problem = `With this file the openings would have ${maxOpeningsBytes + 1} bytes. The site can read ${maxOpeningsBytes}.`;
    assert.equal(await tryImport(t, [...openings, ...rest]), over ? problem : 'accepted');
  });

for (const over of [0, 1])
  test(`a file with an opening of ${maxOpeningBytes + over} bytes is ${over ? 'refused' : 'accepted'}`, () => {
    const [parsed] = parseOpenings([opening({ jobdescription: '' })]);
    // With the comma of the list.
    const room = maxOpeningBytes - JSON.stringify(parsed).length - 1;
    // 'é' has two bytes.
    const jobdescription = `é${'x'.repeat(room - 2 + over)}`;
    const parse = () => parseOpenings([opening({ jobdescription })]);
    if (over)
      assert.throws(parse, /Opening 1 \(id 101\): it has 64513 bytes\. The limit is 64512\./);
    else assert.equal(parse().length, 1);
  });

test('a call that cannot get the lock is a 503 with Retry-After, and says that nothing was saved', async () => {
  const { log, lines } = collectingLog();
  const openings = { listCompanies: () => Promise.reject(new DatabaseBusyError()) };
  const app = createApp({ openings, clock: () => now, log } as unknown as AppParts);
  const incoming = { complete: true };
  const response = await app.request('/api/companylocations', {}, { incoming });
  const { message } = (await response.json()) as { message: string };
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
  assert.match(message, /Nothing was saved/);
  assert.ok(lines.some(({ event }) => event === 'database-busy'));
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { applicationStore } from '#src/api-host/applications/application-store.ts';
import { openingStore } from '#src/api-host/openings/opening-store.ts';
import { applicationSchema } from '#src/domain/model/application.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { dataIn, provide, temporaryDirectory } from './support/host.ts';
import { testOpenings } from './support/openings.ts';

const now = new Date('2026-11-20T09:00:00Z');

/** The store without HTTP: its calls are concurrent, while the host reads requests one after the other. */
async function openStore(t: TestContext) {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const data = await dataIn(t, dataDir);
  const found = await openingStore(data.database).find('101', now);
  assert.ok(found);
  const store = applicationStore(data.database);
  const application = (changed: Record<string, unknown> = {}) =>
    applicationSchema.parse(buildApplication(changed));
  return { store, opening: found.opening, application };
}

test('concurrent requests with one key create one application', async (t) => {
  const { store, opening, application } = await openStore(t);
  const key = { key: 'k', digest: 'd' };
  const results = await Promise.all(
    Array.from({ length: 20 }, () => store.apply(application(), opening, key, now)),
  );
  const ids = results.map((result) => (result.kind === 'accepted' ? result.id : result.kind));
  assert.equal(new Set(ids).size, 1);
  assert.equal(
    results.filter((result) => result.kind === 'accepted' && !result.replayed).length,
    1,
  );
});

test('of two concurrent requests with one key and different contents, one is refused', async (t) => {
  const { store, opening, application } = await openStore(t);
  const results = await Promise.all(
    ['one', 'other'].map((digest) =>
      store.apply(
        application({ emailaddress: `${digest}@example.com` }),
        opening,
        { key: 'k', digest },
        now,
      ),
    ),
  );
  assert.deepEqual(results.map(({ kind }) => kind).toSorted(), ['accepted', 'key-reused']);
});

test('of concurrent applications without a key, one is accepted', async (t) => {
  const { store, opening, application } = await openStore(t);
  const results = await Promise.all(
    Array.from({ length: 20 }, () => store.apply(application(), opening, undefined, now)),
  );
  assert.equal(results.filter(({ kind }) => kind === 'accepted').length, 1);
  assert.equal(results.filter(({ kind }) => kind === 'within-a-year').length, 19);
});

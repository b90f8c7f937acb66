import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { applicationStore } from '#src/api-host/applications.ts';
import { openHostData } from '#src/api-host/data.ts';
import { openingStore } from '#src/api-host/openings.ts';
import { applicationSchema } from '#src/domain/model/application.ts';
import { goodApplication, provide, settingsIn, temporaryDirectory } from './support/host.ts';
import { testOpenings } from './support/openings.ts';

const now = new Date('2026-11-20T09:00:00Z');

/** The store itself: over HTTP one request is done before the next is read, here they really cross. */
async function openStore(t: TestContext) {
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const data = await openHostData(settingsIn(dataDir));
  t.after(() => data.close());
  const found = await openingStore(data.db, data.engine).find('101', now);
  assert.ok(found);
  const store = applicationStore(data.db, data.engine);
  const application = (changed: Record<string, unknown> = {}) =>
    applicationSchema.parse(goodApplication(changed));
  return { store, opening: found.opening, application };
}

test('requests under one key that cross each other are one application', async (t) => {
  const { store, opening, application } = await openStore(t);
  const key = { key: 'k', digest: 'd' };
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => store.apply(application(), opening, key, now)),
  );
  const ids = outcomes.map((outcome) => (outcome.kind === 'accepted' ? outcome.id : outcome.kind));
  assert.equal(new Set(ids).size, 1);
  assert.equal(
    outcomes.filter((outcome) => outcome.kind === 'accepted' && !outcome.replayed).length,
    1,
  );
});

test('a key that crosses itself with another request is told apart', async (t) => {
  const { store, opening, application } = await openStore(t);
  const outcomes = await Promise.all(
    ['one', 'other'].map((digest) =>
      store.apply(
        application({ emailaddress: `${digest}@example.com` }),
        opening,
        { key: 'k', digest },
        now,
      ),
    ),
  );
  assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ['accepted', 'key-reused']);
});

test('applications without a key that cross each other leave one accepted', async (t) => {
  const { store, opening, application } = await openStore(t);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => store.apply(application(), opening, undefined, now)),
  );
  assert.equal(outcomes.filter(({ kind }) => kind === 'accepted').length, 1);
  assert.equal(outcomes.filter(({ kind }) => kind === 'within-a-year').length, 19);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEmptyDatabase } from '#src/api-host/data.ts';
import { importOpenings, opening, parseOpenings } from './support/openings.ts';

test('an import whose search index cannot be written stores nothing, and says so', async (t) => {
  const database = await openEmptyDatabase();
  t.after(() => database.close());
  const full = new Error('the disk is full');
  const dialect = { ...database.dialect, setFullText: () => Promise.reject(full) };
  const importing = importOpenings(
    { ...database, dialect },
    parseOpenings([opening({ id: 101 })]),
    new Date('2026-01-05T00:00:00Z'),
  );
  await assert.rejects(importing, full);
  const openings = database.db.selectFrom('openings').selectAll();
  assert.deepEqual(await openings.execute(), []);
});

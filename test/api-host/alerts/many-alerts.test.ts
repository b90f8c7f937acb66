import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertsFixture } from '../support/alerts.ts';

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

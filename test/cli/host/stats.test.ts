import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMails, apply, dataIn, testHost } from '#test/api-host/support/host.ts';
import { testOpenings } from '#test/api-host/support/openings.ts';
import { hostCommand } from '../support/host-command.ts';

test('stats print a table for each group and for the queues', async (t) => {
  const clock = () => new Date('2026-03-01T10:00:00Z');
  const host = await testHost(t, { openings: testOpenings, clock });
  const id = await apply(host);
  const { database } = await dataIn(t, host.dataDir);
  const [hourAgo, dayAgo] = [3600, 86_400].map((s) => new Date(Date.now() - s * 1000));
  await addMails(database, id, ['confirmation'], hourAgo ?? new Date());
  await addMails(database, id, ['notice', 'withdrawal'], dayAgo ?? new Date());
  const others = database.db.updateTable('mail_outbox').set({ state: 'failed' });
  await others.where('kind', '!=', 'confirmation').execute();
  const { stdout } = await hostCommand(host.dataDir, ['stats']);
  assert.equal(
    stdout,
    `1 application, 1 without their last document, 0 withdrawn.
0 active alerts, 0 to be confirmed, 0 ended.

OPENING\tAPPLICATIONS
101 Head Baker\t1

COMPANY\tAPPLICATIONS
Test Bakery\t1

WEEK FROM\tAPPLICATIONS
2026-02-23\t1

REFERRER\tAPPLICATIONS
linkedin\t1

STAGE\tAPPLICATIONS
received\t1
review\t0
interview\t0
offer\t0
hired\t0
declined\t0

QUEUE\tWAITING\tOLDEST\tFAILED
mail\t1\t60 minutes\t2
alerts\t0\t\t0
scan\t0\t\t0
`,
  );
});

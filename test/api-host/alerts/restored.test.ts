import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { siteData } from '#cli/host/backup.ts';
import { backup } from '#src/api-host/admin/backup.ts';
import { restore } from '#src/api-host/admin/restore.ts';
import { alertStore } from '#src/api-host/alerts/alert-store.ts';
import { openHostData } from '#src/api-host/data.ts';
import { alertLimits } from '#src/domain/model/limits.ts';
import { alertsFixture, alertsOn, openingsOf, tokenOf } from '../support/alerts.ts';
import { settingsIn, temporaryDirectory } from '../support/host.ts';
import { importOpenings, opening, parseOpenings } from '../support/openings.ts';
import { smtpServer } from '../support/smtp-server.ts';

test('after a restore the links of old mails work, an alert tells of what is new only, and one day later', async (t) => {
  const { data, dataDir, confirmed, addOpening, run, days, clock } = await alertsFixture(t);
  const first = await confirmed('ada@x.example');
  await addOpening({ id: 103 });
  days(1);
  const told = tokenOf((await run())[0]?.text);
  const target = join(await temporaryDirectory(t), 'backup');
  const signal = AbortSignal.timeout(60_000);
  await backup(data, settingsIn(dataDir), target, { site: siteData, version: '1', signal });

  const directory = await temporaryDirectory(t);
  await restore(settingsIn(directory), target, { site: siteData, signal });
  const restored = await openHostData(settingsIn(directory));
  t.after(() => restored.close());
  const later = new Date(clock.now.getTime() + 24 * 3_600_000);
  await importOpenings(restored.database, parseOpenings([opening({ id: 104 })]), later);
  const smtp = await smtpServer(t);
  const other = alertsOn(t, restored, smtp);
  other.clock.now = later;
  const mails = await other.run();
  assert.deepEqual(
    mails.map(({ text }) => openingsOf(text)),
    [[104]],
  );
  for (const token of [first, told])
    assert.equal((await other.store.read(token, later))?.state, 'active');
  assert.equal(await other.store.end(first, later), true);
  assert.equal(await other.store.end(told, later), false);
});

test('with another address of the site new mails have its links, and old tokens work there', async (t) => {
  const { data, smtp, confirmed, addOpening, days, clock } = await alertsFixture(t);
  const token = await confirmed();
  await addOpening({ id: 103 });
  days(1);
  const moved = alertsOn(t, data, smtp, {}, 'https://careers.example');
  moved.clock.now = clock.now;
  const [mail] = await moved.run();
  assert.match(mail?.text ?? '', /https:\/\/careers\.example\/application\/103/);
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /jobs\.example/);
  const unsubscribe = mail?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line;
  assert.match(unsubscribe ?? '', /<https:\/\/careers\.example\/unsubscribe\//);
  assert.equal(await moved.store.end(token, clock.now), true);
});

test('the tokens of an alert are unknown once its time to be continued is over', async (t) => {
  const { data, confirmed, run, days, clock } = await alertsFixture(t);
  const token = await confirmed();
  days(alertLimits.days);
  const last = tokenOf((await run())[0]?.text);
  days(alertLimits.endedDays);
  const store = alertStore(data.database, 'k');
  for (const one of [token, last]) {
    assert.equal(await store.read(one, clock.now), undefined);
    assert.equal(await store.renew(one, clock.now), undefined);
    assert.equal(await store.end(one, clock.now), false);
  }
});

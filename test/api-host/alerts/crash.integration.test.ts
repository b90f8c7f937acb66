import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertStore } from '#src/api-host/alerts/alert-store.ts';
import { tokenHash } from '#src/api-host/application-links.ts';
import { openHostData } from '#src/api-host/data.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { from, siteOrigin } from '../support/alerts.ts';
import { provide, settingsIn, temporaryDirectory } from '../support/host.ts';
import {
  importOpenings,
  opening,
  parseOpenings,
  testOpenings,
  timeZone,
} from '../support/openings.ts';
import { hostProcess } from '../support/process.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { eventually } from '../support/upload.ts';

const people = 60;

test('two hosts, each killed while it reports and sends: no alert is mailed twice, none is lost', async (t) => {
  const smtp = await smtpServer(t);
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const data = await openHostData(settingsIn(dataDir));
  t.after(() => data.close());
  const { db } = data.database;
  const store = alertStore(data.database, timeZone, 'k');
  const yesterday = new Date(Date.now() - dayMs - 1000);
  for (let n = 0; n < people; n += 1) {
    const search = { q: 'baker' };
    await store.ask({ emailaddress: `a${n}@x.example`, search, language: 'en' }, yesterday);
  }
  // As the mail and the page would do it.
  const ids = await db.updateTable('alerts').set({ state: 'pending' }).returning('id').execute();
  for (const { id } of ids)
    await db
      .insertInto('alert_tokens')
      .values({ token_hash: tokenHash(id), alert_id: id })
      .execute();
  for (const { id } of ids)
    await db
      .updateTable('alerts')
      .set({ next_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
  for (const { id } of ids) await store.confirm(id, yesterday);
  const added = parseOpenings([opening({ id: 103, role_name: 'Night Baker' })]);
  await importOpenings(data.database, added, new Date());

  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: from,
    SITE_ORIGIN: siteOrigin,
    API_HOST_SECRET: 's'.repeat(32),
  };
  for (let life = 1; life <= 3; life += 1) {
    const before = smtp.mails.length;
    const hosts = await Promise.all([hostProcess(t, dataDir, env), hostProcess(t, dataDir, env)]);
    await eventually(async () => smtp.mails.length >= before + 5);
    await Promise.all(hosts.map((host) => host.end('SIGKILL')));
  }
  const states = async () => {
    const rows = await db.selectFrom('alert_mails').select('state').execute();
    return rows.map(({ state }) => state);
  };
  const countOf = (state: string) =>
    states().then((all) => all.filter((one) => one === state).length);
  // The leases of the processes that were killed end.
  await db
    .updateTable('alert_mails')
    .set({ next_at: new Date().toISOString() })
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
  const last = await hostProcess(t, dataDir, env);
  await eventually(async () => (await countOf('sent')) + (await countOf('unknown')) === people);
  const mailed = new Map<string, number>();
  for (const recipient of smtp.recipients) mailed.set(recipient, (mailed.get(recipient) ?? 0) + 1);
  assert.deepEqual(
    [...mailed.values()].filter((count) => count > 1),
    [],
  );
  // Each process that was killed may have left one mail whose end was sent.
  const unknown = await countOf('unknown');
  assert.ok(unknown <= 6, `${unknown}`);
  assert.ok(mailed.size >= people - unknown, `${mailed.size} of ${people}`);
  await last.end('SIGKILL');

  // A day later everybody whose mail may not have arrived is told again, and nobody else gets a mail.
  const before = smtp.mails.length;
  await db
    .updateTable('alerts')
    .set({ next_at: yesterday.toISOString(), last_sent_at: yesterday.toISOString() })
    .execute();
  await hostProcess(t, dataDir, env);
  await eventually(
    async () => (await countOf('unknown')) === 0 && (await countOf('sent')) === people,
  );
  assert.equal(smtp.mails.length - before, unknown);
  assert.equal(new Set(smtp.recipients).size, people, 'none is lost');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApplication } from '#test/support/build-application.ts';
import { from, siteOrigin } from './support/alerts.ts';
import { ask, dataIn, provide, temporaryDirectory } from './support/host.ts';
import { testOpenings } from './support/openings.ts';
import { hostProcess } from './support/process.ts';
import { type SmtpStep, steppedSmtpServer } from './support/smtp-steps.ts';
import { eventually } from './support/upload.ts';

const secret = 's'.repeat(32);

/** The process is killed after this step. `lockAt`: after that step it can write nothing to the database any more. */
const kills: readonly { readonly at: SmtpStep; readonly lockAt?: SmtpStep }[] = [
  { at: 'connected' },
  { at: 'EHLO' },
  { at: 'MAIL' },
  { at: 'RCPT' },
  { at: 'DATA' },
  { at: 'text', lockAt: 'DATA' },
  { at: 'end' },
  { at: 'closed', lockAt: 'end' },
];

for (const { name, table, path, body } of [
  {
    name: 'to an applicant',
    table: 'mail_outbox',
    path: 'applyjobposting',
    body: (emailaddress: string) => buildApplication({ emailaddress }),
  },
  {
    name: 'of an alert',
    table: 'alert_mails',
    path: '../alerts',
    body: (emailaddress: string) => ({ emailaddress, search: {}, language: 'en' }),
  },
] as const)
  test(`a host is killed at each step of sending a mail ${name}: before the end the next host sends it, later it may have arrived and none does`, async (t) => {
    const dataDir = await temporaryDirectory(t);
    await provide(dataDir, testOpenings);
    const data = await dataIn(t, dataDir);
    const { db } = data.database;
    let kill = kills[0];
    let killed = Promise.withResolvers<void>();
    let release = () => {};
    let since = '';

    /** Holds the row of the mail, and in SQLite the whole database. */
    async function lock() {
      const locked = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const held = data.database.transaction([], async (trx) => {
        await trx
          .updateTable(table)
          .set({ error: null })
          .where('created_at', '>=', since)
          .execute();
        locked.resolve();
        await released.promise;
      });
      held.catch(locked.reject);
      release = released.resolve;
      await locked.promise;
    }
    const smtp = await steppedSmtpServer(t, async (step) => {
      if (step === kill?.lockAt) await lock();
      if (step !== kill?.at) return true;
      kill = undefined;
      killed.resolve();
      return false;
    });
    const start = () =>
      hostProcess(t, dataDir, {
        SMTP_URL: smtp.url,
        MAIL_FROM: from,
        SITE_ORIGIN: siteOrigin,
        API_HOST_SECRET: secret,
      });
    const newestState = async () =>
      (await db.selectFrom(table).select('state').where('created_at', '>=', since).execute())
        .map(({ state }) => state)
        .join();

    let host = await start();
    for (const next of kills) {
      const { at } = next;
      const address = `${at.toLowerCase()}@x.example`;
      kill = next;
      killed = Promise.withResolvers();
      since = new Date().toISOString();
      const { httpStatus } = await ask(host.origin, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify(body(address)),
      });
      assert.equal(httpStatus, 200);
      await killed.promise;
      await host.end('SIGKILL');
      release();
      const isUncertain = at === 'end' || at === 'closed';
      assert.equal(smtp.ended.includes(address), isUncertain);
      // The lease of the process that was killed ends.
      const next_at = new Date().toISOString();
      await db.updateTable(table).set({ next_at }).where('created_at', '>=', since).execute();
      host = await start();
      await eventually(async () => (await newestState()) === (isUncertain ? 'unknown' : 'sent'));
      const ended = smtp.ended.filter((recipient) => recipient === address);
      assert.deepEqual(ended, [address]);
      if (isUncertain)
        await eventually(async () =>
          host.lines.some(({ event, state }) => event === 'mail-not-sent' && state === 'unknown'),
        );
    }
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHostData } from '#src/api-host/data.ts';
import { unsentMails } from '#src/api-host/mail/mail-queue.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { apply, settingsIn, testHost } from './support/host.ts';
import { hostProcess } from './support/process.ts';
import { smtpServer } from './support/smtp-server.ts';
import { eventually } from './support/upload.ts';

test('a host that is killed while it sends a mail about a stage: another sends the rest once each, and that one is unknown', async (t) => {
  const smtp = await smtpServer(t);
  const plain = await testHost(t);
  const { dataDir } = plain;
  const addresses = Array.from({ length: 8 }, (_, at) => `a${at}@example.com`);
  const ids: string[] = [];
  for (const emailaddress of addresses) ids.push(await apply(plain, { emailaddress }));
  await plain.close();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'careers@jobs.example', SAMPLE_DATA: 'off' };
  const set = () =>
    hostCommand(dataDir, ['applications', 'set', ...ids, '--stage', 'declined', '--mail'], mail);
  assert.match((await set()).stdout, /8 applications changed, 0 unchanged, 8 mails/);
  const data = await openHostData(settingsIn(dataDir));
  t.after(() => data.close());

  smtp.answers.push('hold');
  const first = await hostProcess(t, dataDir, mail);
  await smtp.held;
  const second = await hostProcess(t, dataDir, mail);
  await eventually(async () => smtp.recipients.length === 7);
  await first.end('SIGKILL');
  const [sending, ...others] = await unsentMails(data.database);
  assert.deepEqual([sending?.state, others], ['sending', []]);
  // The operator repeats the command, because it is not known what the first one did.
  assert.match((await set()).stdout, /0 applications changed, 8 unchanged, 0 mails/);
  // The lease of the first host ends.
  await data.database.db
    .updateTable('mail_outbox')
    .set({ next_at: new Date().toISOString() })
    .where('state', '=', 'sending')
    .execute();
  const isUnknown = async () => (await unsentMails(data.database))[0]?.state === 'unknown';
  await eventually(isUnknown);
  const [unknown] = await unsentMails(data.database);
  assert.equal(new Set(smtp.recipients).size, 7);

  assert.equal((await hostCommand(dataDir, ['mail', '--retry', unknown?.id ?? ''])).code, 0);
  await eventually(async () => smtp.recipients.length === 8);
  assert.deepEqual(smtp.recipients.toSorted(), addresses);
  assert.equal(await second.end('SIGTERM'), 0);
});

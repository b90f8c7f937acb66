import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setStages } from '#src/api-host/admin/set-stages.ts';
import { applicationLinks } from '#src/api-host/applications/application-links.ts';
import { mailLimits } from '#src/api-host/mail/mail-limits.ts';
import { mailQueue, unsentMails } from '#src/api-host/mail/mail-queue.ts';
import { claimWork } from '#src/api-host/queue/work-queue.ts';
import { siteConfig } from '#src/config/site.ts';
import { laterStages, type Stage } from '#src/domain/model/stages.ts';
import { languageOf } from '#src/language/server.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { dataIn, testHost } from './support/host.ts';
import { smtpServer } from './support/smtp-server.ts';
import { eventually } from './support/upload.ts';

const from = 'Careers <careers@jobs.example>';
const secret = 's'.repeat(32);
const now = new Date('2026-03-03T10:00:00Z');

/** A host without mail takes the applications; the one of `start` finds what is stored when it begins. */
async function setUp(t: TestContext) {
  const smtp = await smtpServer(t);
  const host = await testHost(t, { settings: { secret } });
  const data = await dataIn(t, host.dataDir);
  const applyAs = async (emailaddress: string, language = 'en') => {
    const application = buildApplication({ emailaddress });
    const headers = { authorization: `Bearer ${secret}`, 'accept-language': language };
    const { body } = await host.post('applyjobposting', application, headers);
    return String(body.data.id);
  };
  const set = (applicant: string, stage: Stage, note?: string) =>
    setStages(data.database, [{ applicant, stage, note }], { mail: true, now });
  const start = (clock = () => now) =>
    testHost(t, {
      dataDir: host.dataDir,
      settings: { mail: { url: smtp.url, from }, secret, siteOrigin: 'https://jobs.example' },
      companyMails: { 'Test Bakery': { replyTo: 'hr@x.example' } },
      clock,
    });
  const states = async () => {
    const rows = await data.database.db
      .selectFrom('mail_outbox')
      .select(['applicant_id', 'state', 'error'])
      .execute();
    return new Map(rows.map(({ applicant_id, ...row }) => [applicant_id, row]));
  };
  const settled = (count: number) =>
    eventually(async () => {
      const all = [...(await states()).values()];
      return (
        all.length === count && all.every(({ state }) => !['waiting', 'sending'].includes(state))
      );
    });
  return { smtp, host, data, applyAs, set, start, states, settled };
}

for (const [language, config, day, greeting, prefix] of [
  ['en', siteConfig, '3 March 2026', 'Dear', ''],
  ['fr', languageOf('fr').site, '3 mars 2026', 'Bonjour', '/fr'],
] as const)
  test(`the mail about each stage says it with its day, what comes next and the note, in ${language}`, async (t) => {
    const { smtp, applyAs, set, start, settled } = await setUp(t);
    const ids = new Map<string, string>();
    for (const stage of laterStages) {
      const id = await applyAs(`${stage}@example.com`, language);
      ids.set(stage, id);
      await set(id, stage, stage === 'interview' ? 'Lundi <9 h>\nau {role}' : undefined);
    }
    await start();
    await settled(laterStages.length);
    assert.equal(smtp.mails.length, laterStages.length);
    for (const stage of laterStages) {
      const index = smtp.recipients.indexOf(`${stage}@example.com`);
      const {
        subject = '',
        text = '',
        html,
        replyTo,
        headers,
      } = smtp.mails[index] ?? assert.fail();
      // Others may see the subject on a locked telephone.
      assert.equal(subject, subject.replace(/interview|offer|hired|declin|entretien/i, ''));
      assert.match(subject, /Head Baker/);
      const { text: said, next } = config.stages[stage];
      const parts = text.split('\n\n');
      assert.ok(parts[0]?.startsWith(greeting));
      assert.equal(parts[1], said.replace('{day}', day));
      // The note says on which day, in place of the sentence about agreeing on one.
      if (stage !== 'interview') assert.equal(parts[2], next);
      const link = parts[stage === 'interview' ? 4 : 3] ?? '';
      if (stage === 'declined') assert.doesNotMatch(text, /document/i);
      assert.match(link, new RegExp(`https://jobs\\.example${prefix}/my-application/[\\w-]{43}$`));
      assert.ok(parts.at(-1)?.includes(ids.get(stage) ?? ''), text);
      assert.equal(replyTo?.text, 'hr@x.example');
      assert.equal(headers.get('auto-submitted'), 'auto-generated');
      assert.doesNotMatch(text, /\n\n\n|\{(?!role)/);
      if (stage === 'interview') {
        assert.ok(parts[2]?.endsWith(':') && parts[3] === 'Lundi <9 h>\nau {role}', text);
        assert.ok(String(html).includes('Lundi &lt;9 h&gt;<br>au {role}'), String(html));
      } else assert.doesNotMatch(String(html), /dir="auto"/);
    }
  });

test('a mail that waits is not sent once the stage has changed or the application was withdrawn', async (t) => {
  const { smtp, data, applyAs, set, start, states, settled } = await setUp(t);
  const changed = await applyAs('changed@example.com');
  await set(changed, 'interview');
  await setStages(data.database, [{ applicant: changed, stage: 'review' }], { now });
  const withdrawn = await applyAs('withdrawn@example.com');
  await set(withdrawn, 'offer');
  await applicationLinks(data.database).withdraw(withdrawn, now);
  const told = await applyAs('told@example.com');
  await set(told, 'declined');
  await start();
  await settled(3);
  assert.deepEqual(smtp.recipients, ['told@example.com']);
  const found = await states();
  assert.deepEqual(found.get(changed), { state: 'dropped', error: 'the stage has changed since' });
  assert.equal(found.get(withdrawn)?.state, 'dropped');
});

test('mails about stages count for the limits of mail to a mailbox', async (t) => {
  const { smtp, data, applyAs, set, start } = await setUp(t);
  const count = mailLimits.mailbox.count + 1;
  for (let at = 0; at < count; at += 1)
    await set(await applyAs(`ada+${at}@example.com`), 'interview');
  await start();
  await eventually(async () => smtp.mails.length === count - 1);
  await eventually(
    async () => (await unsentMails(data.database))[0]?.error?.startsWith('5 mails') === true,
  );
});

test('an answer of the server that was lost: the mail is unknown, a repetition sends none, --retry sends it', async (t) => {
  const { smtp, host, applyAs, set, start, states, settled } = await setUp(t);
  const id = await applyAs('ada@example.com');
  await set(id, 'offer');
  smtp.answers.push('close');
  const first = await start();
  await settled(1);
  assert.equal((await states()).get(id)?.state, 'unknown');
  await first.close();
  const [again] = await set(id, 'offer');
  assert.deepEqual([again?.changed, again?.mail], [false, false]);
  const { stdout } = await hostCommand(host.dataDir, ['mail', '--json', 'id']);
  const [{ id: mail }] = JSON.parse(stdout);
  assert.equal((await hostCommand(host.dataDir, ['mail', '--retry', mail])).code, 0);
  await start(() => new Date());
  await eventually(async () => smtp.mails.length === 1);
});

test('two processes that claim the mails of 40 applicants have each once', async (t) => {
  const { data, applyAs, set } = await setUp(t);
  for (let at = 0; at < 40; at += 1) await set(await applyAs(`a${at}@example.com`), 'review');
  const claims = await Promise.all(
    Array.from({ length: 60 }, () => claimWork(data.database, mailQueue, now)),
  );
  const ids = claims.flatMap((row) => row?.id ?? []);
  assert.deepEqual([ids.length, new Set(ids).size], [40, 40]);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ParsedMail } from 'mailparser';
import { setStages } from '#src/api-host/admin/set-stages.ts';
import { maxMailedAnswer } from '#src/api-host/applications/compose-application-mail.ts';
import { unsentMails } from '#src/api-host/mail/mail-queue.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { apply, dataIn, temporaryDirectory, testHost } from './support/host.ts';
import { smtpServer } from './support/smtp-server.ts';
import { documentParts, eventually, upload } from './support/upload.ts';

const from = 'Careers <careers@jobs.example>';

async function setUp(t: TestContext, { attach = false } = {}) {
  const smtp = await smtpServer(t);
  const host = await testHost(t, {
    settings: { mail: { url: smtp.url, from } },
    companyMails: { 'Test Bakery': { notify: 'n@x.example', attach } },
  });
  const data = await dataIn(t, host.dataDir);
  const toCompany = async (count: number): Promise<ParsedMail[]> => {
    const found = () => smtp.mails.filter((_, index) => smtp.recipients[index] === 'n@x.example');
    await eventually(async () => found().length >= count);
    assert.equal(found().length, count);
    return found();
  };
  const send = (id: string, type: string) =>
    upload(host.origin, documentParts(id, type, `the ${type}`, { final: type === 'passport' }));
  return { smtp, host, data, toCompany, send };
}

test('the notice names opening, applicant, answers and documents, and a command that shows the application', async (t) => {
  const { host, toCompany } = await setUp(t);
  const answer = `Six\n\ncareers host erase --older-than 0 <b>\r\n${'x'.repeat(maxMailedAnswer)}`;
  const id = await apply(host, {
    firstname: 'Ada',
    lastname: 'Obi',
    answers: { 1001: answer, 1002: '' },
  });
  const [mail] = await toCompany(1);
  const text = mail?.text ?? '';
  assert.equal(mail?.subject, `Application ${id}: Head Baker`);
  assert.equal(mail?.replyTo?.text, 'ngozi.eze@example.com');
  assert.ok(
    text.startsWith('Ada Obi has applied as Head Baker at Test Bakery, opening 101.\n'),
    text,
  );
  // No line of an answer can be taken for one of the mail.
  const [, quoted = ''] =
    /\nHow many loaves\?\n((?:> .*\n)+)\nWhich ovens\?\n> \n/.exec(text) ?? [];
  assert.ok(quoted.startsWith('> Six\n> \n> careers host erase --older-than 0 <b>\n> xxx'), text);
  assert.equal(Array.from(quoted.replaceAll(/^> |\n$/gm, '')).length, maxMailedAnswer + 1);
  assert.ok(quoted.endsWith('x…\n'));
  const html = String(mail?.html);
  assert.match(
    html,
    /<p><b>How many loaves\?<\/b><\/p><blockquote>Six<br><br>careers .* &lt;b&gt;<br>xxx/,
  );
  assert.match(text, /\nDocuments: 0\/6\. Documents are accepted until \d/);
  assert.doesNotMatch(`${text}${html}`, /https?:|\{[a-z]+\}|my-application|ngozi|0800/);
  const [show = '', folder = ''] = text.split('\n').filter((line) => line.startsWith('careers '));
  const run = (command: string) => hostCommand(host.dataDir, command.split(' ').slice(2));
  const shown = await run(show);
  assert.deepEqual(
    JSON.parse(shown.stdout).map((one: Record<string, string>) => one.applicant_id),
    [id],
  );
  const directory = await temporaryDirectory(t);
  const exported = await run(folder.replace('--export ', `--export ${directory}/`));
  assert.match(exported.stdout, /^1 application and 0 documents/);
  assert.ok(html.includes(`documents:<br>${show}<br>${folder}</p>`), html);
});

test('a mail to the company has the application as a file only if the site config says so, one to an applicant never', async (t) => {
  for (const attach of [false, true]) {
    const { host, smtp, toCompany } = await setUp(t, { attach });
    const id = await apply(host, { answers: { 1001: 'Six', 1002: '' } });
    const [mail] = await toCompany(1);
    await eventually(async () => smtp.mails.length === 2);
    const all = smtp.mails.flatMap(({ attachments }) => attachments);
    assert.deepEqual(all, mail?.attachments);
    if (!attach) assert.deepEqual(all, []);
    else {
      const [file] = all;
      assert.deepEqual(
        [all.length, file?.filename, file?.contentType],
        [1, `application-${id}.json`, 'application/json'],
      );
      const { stdout } = await hostCommand(host.dataDir, [
        ...['applications', '--applicant', id, '--json'],
      ]);
      assert.deepEqual(JSON.parse(`${file?.content}`), JSON.parse(stdout));
    }
  }
});

test('a notice of an opening without questions has no gap', async (t) => {
  const { host, toCompany } = await setUp(t);
  await apply(host, { joblistingid: '102', answers: {} });
  const [mail] = await toCompany(1);
  assert.doesNotMatch(mail?.text ?? '', /\n\n\n/);
  assert.match(mail?.text ?? '', /applicant\.\n\nDocuments: /);
});

test('when the last of six documents has arrived, one more mail says so, whatever is sent again', async (t) => {
  const { host, data, toCompany, send, smtp } = await setUp(t);
  const id = await apply(host);
  // The last ones and their repetitions arrive at the same time, so that any may complete the set.
  for (const type of documentOrder.slice(0, 3)) await send(id, type);
  const last = documentOrder.slice(3);
  const answers = await Promise.all([...last, ...last, ...last].map((type) => send(id, type)));
  assert.ok(answers.every(({ httpStatus }) => [200, 409].includes(httpStatus)));
  await send(id, 'passport');
  const mails = await toCompany(2);
  const mail = mails.find(({ subject }) => subject?.startsWith('Complete'));
  assert.equal(mail?.subject, `Complete: application ${id}, Head Baker`);
  assert.match(mail?.text ?? '', /Documents: 6\/6 \(cv, nysc, waec, .*\)/);
  assert.match(mail?.text ?? '', new RegExp(`--applicant ${id} --export ${id}`));
  const { db } = data.database;
  const rows = await db.selectFrom('mail_outbox').select('kind').execute();
  assert.deepEqual(rows.map(({ kind }) => kind).toSorted(), [
    ...['complete', 'confirmation', 'notice', 'received'],
  ]);
  await smtp.newest(4);
  // Without an address for it there is no mail.
  const grill = await apply(host, { joblistingid: '201', company_id: '2', answers: {} });
  for (const type of documentOrder) await send(grill, type);
  const ofGrill = db.selectFrom('mail_outbox').select('kind').where('applicant_id', '=', grill);
  const kinds = (await ofGrill.execute()).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['confirmation', 'received']);
});

test('a document that the scan holds back is named so in the mail', async (t) => {
  const { host, data, toCompany, send, smtp } = await setUp(t);
  const id = await apply(host);
  for (const type of documentOrder.slice(0, 5)) await send(id, type);
  const { db } = data.database;
  await db
    .updateTable('documents')
    .set({ scan_state: 'infected' })
    .where('type', '=', 'waec')
    .execute();
  await toCompany(1);
  smtp.answers.length = 0;
  await send(id, 'passport');
  const mails = await toCompany(2);
  assert.match(mails.at(-1)?.text ?? '', /Documents: 6\/6 \(.*waec \(infected\)/);
});

test('no field of an application or a company adds a header, a recipient, or a character that changes the direction', async (t) => {
  const { smtp, host, data } = await setUp(t);
  const id = await apply(host);
  const other = await apply(host, { emailaddress: 'other@example.com' });
  // The server has a mail before the host notes it as sent.
  await eventually(async () => (await unsentMails(data.database)).length === 0);
  assert.equal(smtp.mails.length, 4);
  const { db } = data.database;
  const evil = (name: string) =>
    `${name}\u202e\r\nBcc: evil@x.example\u2028X-Evil: 1\u0007\r\n\r\n<p>body</p>`;
  // A release that checked less may have stored them.
  await db
    .updateTable('applications')
    .set({
      firstname: evil('Ada'),
      lastname: evil('Obi'),
      role_name: evil('Baker'),
      joblistingid: evil('101'),
      language: null,
      answers: JSON.stringify([{ id: '1', question: evil('Why?'), answer: evil('So') }]),
    })
    .execute();
  await db
    .updateTable('applications')
    .set({ emailaddress: evil('other@example.com') })
    .where('id', '=', other)
    .execute();
  await setStages(data.database, [{ applicant: id, stage: 'interview', note: evil('Monday') }], {
    mail: true,
    now: new Date(),
  });
  await db.updateTable('mail_outbox').set({ state: 'waiting', attempts: 0 }).execute();
  await data.database.transaction([], async (trx) => {
    const mail = { applicant_id: id, state: 'waiting', attempts: 0, error: null } as const;
    const at = { created_at: '2026-01-01', next_at: '2026-01-01' };
    for (const kind of ['complete', 'withdrawal'] as const)
      await trx
        .insertInto('mail_outbox')
        .values({ id: kind, kind, ...mail, ...at })
        .execute();
  });
  await apply(host, {
    emailaddress: 'wakes@example.com',
    joblistingid: '201',
    company_id: '2',
    answers: {},
  });
  // The confirmation to the second applicant has no address.
  await eventually(async () => smtp.mails.length === 11);
  const known = [
    ...['from', 'to', 'reply-to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'],
    ...['auto-submitted', 'x-auto-response-suppress'],
  ];
  for (const [at, mail] of smtp.mails.entries()) {
    const { subject = '', text = '', html } = mail;
    const unknown = [...mail.headers.keys()].filter((name) => !known.includes(name));
    assert.deepEqual(unknown, [], subject);
    assert.doesNotMatch(`${subject}${text}${html}`, /\p{Bidi_Control}/u);
    assert.doesNotMatch(`${mail.replyTo?.text}`, /evil|\p{Bidi_Control}/u);
    assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}]/u);
    assert.doesNotMatch(String(html), /<p>body<\/p>/);
    assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u);
    assert.ok(!smtp.recipients[at]?.includes('evil'));
    // Names and the role stay in their line; an answer and a question cannot begin one of the mail.
    if (smtp.recipients[at] === 'n@x.example') assert.doesNotMatch(text, /^(?:Bcc|X-Evil|<p>)/m);
  }
  assert.deepEqual([...new Set(smtp.recipients)].toSorted(), [
    'n@x.example',
    'ngozi.eze@example.com',
    'other@example.com',
    'wakes@example.com',
  ]);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { applicationLinks, newLinkToken } from '#src/api-host/applications/application-links.ts';
import { outcomeOf } from '#src/api-host/mail/delivery.ts';
import { mailQueue, unsentMails } from '#src/api-host/mail/mail-queue.ts';
import { smtpSender } from '#src/api-host/mail/smtp.ts';
import { claimWork } from '#src/api-host/queue/work-queue.ts';
import { readQueues } from '#src/api-host/queue-figures.ts';
import { siteConfig } from '#src/config/site.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { listenLocally } from '#test/support/listen-locally.ts';
import { succeeds } from '#test/support/succeeds.ts';
import {
  addMails,
  apply,
  dataIn,
  type TestHostOptions,
  temporaryDirectory,
  testHost,
} from './support/host.ts';
import { smtpServer } from './support/smtp-server.ts';
import { documentParts, eventually, upload } from './support/upload.ts';

const from = 'Careers <careers@jobs.example>';
const secret = 's'.repeat(32);
const asSite = { authorization: `Bearer ${secret}` };

/** Returns a host that has links, and sends notices to one company. */
const hostWithLinks = (
  t: TestContext,
  { url }: { readonly url: string },
  options: TestHostOptions = {},
  company = 'Test Bakery',
) =>
  testHost(t, {
    settings: { mail: { url, from }, siteOrigin: 'https://jobs.example', secret },
    companyMails: { [company]: { notify: 'n@x.example' } },
    ...options,
  });

async function setUp(t: TestContext, of: { readonly url?: string } = {}) {
  const smtp = await smtpServer(t);
  const url = of.url ?? smtp.url;
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const host = await testHost(t, {
    settings: { mail: { url, from }, siteOrigin: 'https://jobs.example' },
    clock: () => clock.now,
    companyMails: {
      'Test Grill': {
        from: 'Grill <grill@x.example>',
        replyTo: 'hr@x.example',
        notify: 'n@x.example',
      },
    },
  });
  const data = await dataIn(t, host.dataDir);
  return {
    smtp,
    host,
    data,
    clock,
    settled: (...expected: readonly string[]) =>
      eventually(async () => {
        const rows = await data.database.db.selectFrom('mail_outbox').select('state').execute();
        return (
          rows
            .map(({ state }) => state)
            .toSorted()
            .join() === expected.join()
        );
      }),
  };
}

test('an applicant gets a confirmation with reference and the last day for documents', async (t) => {
  const { smtp, host, settled } = await setUp(t);
  const id = await apply(host, { firstname: 'Ada <b>', emailaddress: 'ada@example.com' });
  await settled('sent');
  const [mail] = smtp.mails;
  assert.deepEqual(smtp.recipients, ['ada@example.com']);
  assert.equal(mail?.subject, 'Your application as Head Baker at Test Bakery');
  assert.equal(mail?.from?.text, '"Careers" <careers@jobs.example>');
  assert.match(mail?.replyTo?.text ?? '', /@/);
  assert.match(mail?.messageId ?? '', /^<[0-9a-f-]{36}@jobs\.example>$/);
  assert.equal(mail?.headers.get('auto-submitted'), 'auto-generated');
  assert.equal(mail?.headers.get('x-auto-response-suppress'), 'OOF, AutoReply');
  // Without a secret no site could read a link.
  assert.doesNotMatch(mail?.text ?? '', /my-application|\{/);
  for (const part of [
    id,
    'Head Baker',
    'Test Bakery',
    'Documents are accepted until 8 March 2026.',
    'two weeks',
    `write to ${siteConfig.enquiries.email}`,
  ])
    assert.ok(mail?.text?.includes(part), part);
  // The documents were asked for in the same second, and its link works in any browser.
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /missing|\bCV\b|browser/);
  assert.ok(mail?.text?.includes('Dear Ada <b>'));
  assert.ok(typeof mail?.html === 'string' && mail.html.includes('Dear Ada &lt;b&gt;'));
  const line = host.lines.find(({ event }) => event === 'mail-sent');
  assert.equal(line?.applicant, id);
  assert.doesNotMatch(JSON.stringify(host.lines), /ada@example/);
});

test('mail to an applicant and its link are in the language of the application, a notice is in that of the company', async (t) => {
  const smtp = await smtpServer(t);
  const host = await hostWithLinks(t, smtp, { clock: () => new Date('2026-03-01T10:00:00Z') });
  const applyIn = (language: string, emailaddress: string) => {
    const headers = { ...asSite, 'accept-language': language };
    return host.post('applyjobposting', buildApplication({ emailaddress }), headers);
  };
  const { body } = await applyIn('fr', 'fr@example.com');
  assert.equal(body.message, 'Form submitted. Please upload documents.');
  await eventually(async () => smtp.mails.length === 2);
  const [mail, notice] = smtp.mails.toSorted((a) =>
    /notice|^Application/.test(a.subject ?? '') ? 1 : -1,
  );
  assert.equal(mail?.subject, 'Votre candidature : Head Baker, Test Bakery');
  for (const part of [
    `Votre référence\u00a0: ${body.data.id}`,
    'Vous pouvez envoyer vos documents jusqu’au 8 mars 2026.',
    'jusqu’au 31 mars 2026',
  ])
    assert.ok(mail?.text?.includes(part), mail?.text);
  assert.match(mail?.text ?? '', /https:\/\/jobs\.example\/fr\/my-application\/[\w-]{43}\n/);
  assert.equal(notice?.subject, `Application ${body.data.id}: Head Baker`);
  assert.match(notice?.text ?? '', /Documents are accepted until 8 March 2026\./);
  // What is no language of the site counts as none.
  for (const [index, language] of ['ha', 'fr-FR, *;q=0.5', '*'].entries())
    await applyIn(language, `en${index}@example.com`);
  await eventually(async () => smtp.mails.length === 8);
  const english = smtp.mails.filter(({ subject }) => subject?.startsWith('Your application'));
  assert.equal(english.length, 3);
  for (const { text } of english) assert.match(text ?? '', /jobs\.example\/my-application\//);
});

test('mail is sent at once after an application and a withdrawal', async (t) => {
  const smtp = await smtpServer(t);
  // The outbox is looked at when the host starts, and then when something was stored only.
  t.mock.timers.enable({ apis: ['setInterval'] });
  try {
    const host = await hostWithLinks(t, smtp);
    const applied = await host.post('applyjobposting', buildApplication(), asSite);
    await eventually(async () => smtp.mails.length === 2);
    const token = newLinkToken();
    await host.post(`../applications/${applied.body.data.id}/link`, { token }, asSite);
    await host.post('../links/withdraw', { token }, asSite);
    await eventually(async () => smtp.mails.length === 3);
  } finally {
    t.mock.timers.reset();
  }
});

test('a name that looks like an address is no link in a mail', async (t) => {
  const { smtp, host, settled } = await setUp(t);
  await apply(host, {
    firstname: 'www.win.example/now',
    lastname: 'https://win.example O. K. win。example',
    joblistingid: '201',
    company_id: '2',
    answers: {},
  });
  await settled('sent', 'sent');
  const name = 'www. win. example/ now https: / / win. example O. K. win。 example';
  for (const mail of smtp.mails) {
    assert.ok(mail.text?.includes(name), mail.text);
    assert.ok(String(mail.html).includes(name), String(mail.html));
  }
});

test('a name in a mail is short, on one line, and has no telephone number', async (t) => {
  const { smtp, host, settled } = await setUp(t);
  const { data } = await host
    .post(
      'applyjobposting',
      buildApplication({
        firstname: 'Ad\u200ba\u2028Call\u2029+234 (0) 803 12-34-567 now\u202e',
        lastname: `3rd ${'👩🏾‍🍳'.repeat(13)}`,
      }),
    )
    .then(({ body }) => body);
  assert.ok(data);
  await settled('sent');
  const [first, last] = ['Ada Call + now', `3rd ${'👩🏾🍳'.repeat(12)}`];
  const mail = smtp.mails[0];
  assert.ok(mail?.text?.startsWith(`Dear ${first} ${last},\n`), mail?.text);
  assert.ok(String(mail?.html).includes(`Dear ${first} ${last},`));
});

test('the last day for documents is a day in the time zone of the site config', async (t) => {
  const { smtp, host, clock, settled } = await setUp(t);
  // In Lagos it is the second of March.
  clock.now = new Date('2026-03-01T23:30:00Z');
  await apply(host);
  await settled('sent');
  assert.match(smtp.mails[0]?.text ?? '', /\b9 March 2026\b/);
});

test('an address that is a list of addresses is nobody', async (t) => {
  const smtp = await smtpServer(t);
  const sender = smtpSender({ url: smtp.url, from });
  t.after(() => sender.close());
  const mail = {
    to: 'a@x.example, b@x.example',
    replyTo: from,
    subject: 'a',
    text: 'b',
    html: 'c',
  };
  await assert.rejects(sender(mail, 'id'));
  assert.deepEqual(smtp.recipients, []);
});

test('a mail whose text would be read from a file or an address is not sent', async (t) => {
  const smtp = await smtpServer(t);
  const sender = smtpSender({ url: smtp.url, from });
  t.after(() => sender.close());
  for (const text of [{ path: import.meta.filename }, { href: smtp.url.replace('smtp', 'http') }]) {
    const mail = { to: 'a@x.example', replyTo: from, subject: 'a', html: 'c', text };
    const sent = sender(mail as unknown as Parameters<typeof sender>[0], 'id');
    await assert.rejects(sent, /^Error: (?:File|Url) access rejected/);
  }
  assert.deepEqual(smtp.mails, []);
});

test('what cannot be sent for an unknown reason is stored without the text of the error', () => {
  const outcome = outcomeOf(new Error('no mailbox ada@example.com'));
  assert.deepEqual(outcome, { state: 'retry', detail: 'unexpected error' });
});

test('a company of the site config has its own sender and reply address, and gets a notice', async (t) => {
  const { smtp, host, settled } = await setUp(t);
  const id = await apply(host, { joblistingid: '201', company_id: '2', answers: {} });
  await settled('sent', 'sent');
  assert.deepEqual(smtp.recipients.toSorted(), ['n@x.example', 'ngozi.eze@example.com']);
  for (const mail of smtp.mails) {
    assert.equal(mail.from?.text, '"Grill" <grill@x.example>');
    const isNotice = mail.subject?.startsWith('Application ');
    assert.equal(mail.replyTo?.text, isNotice ? 'ngozi.eze@example.com' : 'hr@x.example');
  }
  assert.ok(smtp.mails.some(({ subject }) => subject === `Application ${id}: Grill Cook`));
});

/** Returns a mail to a@example.com that the server has refused for a while. */
async function refuseOnce(t: TestContext) {
  const { smtp, host, data, clock, settled } = await setUp(t);
  smtp.answers.push(451);
  const id = await apply(host, { emailaddress: 'a@example.com' });
  await settled('waiting');
  await eventually(async () => host.lines.some(({ event }) => event === 'mail-not-sent'));
  return { smtp, host, data, clock, settled, id };
}

test('a temporary failure is tried again later with the same Message-ID, and says that the documents have arrived since', async (t) => {
  const { smtp, host, data, clock, settled, id } = await refuseOnce(t);
  const [row] = await unsentMails(data.database);
  assert.deepEqual([row?.attempts, row?.next_at], [1, '2026-03-01T10:01:00.000Z']);
  assert.equal(row?.error, 'EMESSAGE DATA 451');
  const line = host.lines.find(({ event }) => event === 'mail-not-sent');
  assert.deepEqual([line?.state, line?.detail], ['waiting', 'EMESSAGE DATA 451']);
  const figures = await readQueues(data.database, new Date('2026-03-01T10:01:30Z'));
  assert.deepEqual(figures.mail, { waiting: 1, oldest_seconds: 90, failed: 0 });
  await upload(host.origin, documentParts(id, 'cv', 'the cv', { final: true }));
  clock.now = new Date('2026-03-01T10:02:00Z');
  await apply(host, { emailaddress: 'b@example.com' });
  await settled('sent', 'sent');
  assert.deepEqual(smtp.recipients.toSorted(), ['a@example.com', 'b@example.com']);
  const late = smtp.mails.find(({ text }) => text?.includes(id));
  assert.match(late?.text ?? '', /The documents have arrived\./);
  assert.doesNotMatch(late?.text ?? '', /accepted until/);
  assert.equal(late?.messageId, `<${row?.id}@jobs.example>`);
});

test('a refused mail is failed, and one whose answer was lost is unknown until an operator sends it again', async (t) => {
  const { smtp, host, data, clock, settled } = await setUp(t);
  smtp.answers.push(550);
  await apply(host, { emailaddress: 'a@example.com' });
  await settled('failed');
  smtp.answers.push('close');
  const id = await apply(host, { emailaddress: 'b@example.com' });
  await settled('failed', 'unknown');
  assert.equal(smtp.mails.length, 0);
  const { stdout } = await hostCommand(host.dataDir, ['mail', '--json']);
  const mails = JSON.parse(stdout);
  const states = mails.map(({ state, error }: Record<string, string>) => [state, error]);
  assert.deepEqual(states, [
    ['failed', 'EMESSAGE DATA 550'],
    ['unknown', 'the connection ended before the answer'],
  ]);
  assert.doesNotMatch((await hostCommand(host.dataDir, ['mail'])).stdout, /example\.com/);
  const stats = await hostCommand(host.dataDir, ['stats', '--json', 'queues']);
  const empty = { waiting: 0, oldest_seconds: null };
  assert.deepEqual(JSON.parse(stats.stdout).queues, {
    mail: { ...empty, failed: 2 },
    alerts: { ...empty, failed: 0 },
    scan: { ...empty, failed: 0 },
  });
  const unknown = mails.find(({ state }: Record<string, string>) => state === 'unknown');
  assert.equal(unknown.applicant_id, id);
  assert.equal((await hostCommand(host.dataDir, ['mail', '--retry', unknown.id])).code, 0);
  const again = (await unsentMails(data.database)).find(({ id }) => id === unknown.id);
  assert.equal(again?.attempts, 0, 'an operator starts the attempts again');
  clock.now = new Date(Date.now() + 1000);
  await apply(host, { emailaddress: 'c@example.com' });
  await settled('failed', 'sent', 'sent');
  assert.ok(smtp.mails.some(({ messageId }) => messageId === `<${unknown.id}@jobs.example>`));
});

test('an operator sends several mails again with one command, which names those that are not there', async (t) => {
  const { smtp, host, settled } = await setUp(t);
  smtp.answers.push(550, 550);
  await apply(host, { emailaddress: 'a@example.com' });
  await apply(host, { emailaddress: 'b@example.com' });
  await settled('failed', 'failed');
  const { stdout } = await hostCommand(host.dataDir, ['mail', '--json', 'id']);
  const [{ id: first }, { id: second }] = JSON.parse(stdout);
  const retry = (...args: readonly string[]) =>
    hostCommand(host.dataDir, ['mail', '--retry', ...args]);
  const some = await retry(first, 'no-mail', first);
  assert.deepEqual(
    [some.code, some.stdout, some.stderr],
    [
      5,
      `The host will send ${first} again.\n`,
      'error: there is no failed, unknown or dropped mail no-mail\n',
    ],
  );
  const rest = await retry(first, second, '--json');
  assert.equal(rest.code, 5);
  assert.deepEqual(JSON.parse(rest.stdout), { waiting: [second], missing: [first] });
  // The ids of a command that finds no failed mail.
  const none = await retry();
  assert.deepEqual([none.code, none.stdout], [0, 'No mail is named: none is sent again.\n']);
  await host.close();
});

/** Returns an SMTP server that greets, and answers the first command with `line` again and again, without end. */
async function endlessServer(t: TestContext, line: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 endless\r\n');
    socket.once('data', () => {
      const timer = setInterval(() => socket.write(line), 10);
      socket.once('close', () => clearInterval(timer));
    });
  });
  const port = await listenLocally(t, server);
  return { url: `smtp://127.0.0.1:${port}`, connected: () => once(server, 'connection') };
}

test('a server whose answer does not end holds up other mail for a limited time only', async (t) => {
  const { url } = await endlessServer(t, '250-one more line\r\n');
  const send = smtpSender({ url, from }, { attemptMs: 100 });
  t.after(() => send.close());
  const mail = { to: 'a@example.com', replyTo: 'b@example.com', subject: '', text: '', html: '' };
  await assert.rejects(send(mail, 'id'), { name: 'AbortError' });
});

test('a host stops although a mail server does not answer, and sends the mail when it runs again', async (t) => {
  const { url, connected } = await endlessServer(t, '250-one more line\r\n');
  const { host, settled } = await setUp(t, { url });
  const connection = connected();
  await apply(host);
  await connection;
  let stopped = false;
  const stopping = host.close(2_000).then(() => {
    stopped = true;
  });
  // Requests that arrive at the same time may still be answered.
  await eventually(async () => !(await succeeds(host.call('openingsall'))));
  assert.ok(!stopped, 'no request is taken while the mail is waited for');
  await stopping;
  await settled('waiting');
});

test('an application is accepted while the SMTP server is down, and its mail waits', async (t) => {
  const { host, data, settled } = await setUp(t, { url: 'smtp://127.0.0.1:1' });
  await apply(host);
  await settled('waiting');
  const refused = 'connect ECONNREFUSED 127.0.0.1:1';
  await eventually(async () => (await unsentMails(data.database))[0]?.error === refused);
});

/** Returns an SMTP server that takes no mail at all. */
async function uselessServer(t: TestContext, options: SMTPServerOptions) {
  const server = new SMTPServer({ authOptional: true, ...options });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  assert.ok(typeof address === 'object' && address);
  return `127.0.0.1:${address.port}`;
}
const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

test('a server that refuses the host, its login or its sender is asked again later: nothing is wrong with the mail', async (t) => {
  const network = await uselessServer(t, {
    onConnect: (_session, done) => done(refusal(554, 'not your network')),
  });
  const login = await uselessServer(t, {
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refusal(535, 'wrong password')),
  });
  const sender = await uselessServer(t, {
    hideSTARTTLS: true,
    onMailFrom: (_address, _session, done) => done(refusal(530, 'log in first')),
  });
  const plain = await uselessServer(t, { disabledCommands: ['STARTTLS', 'AUTH'] });
  const tls = await uselessServer(t, {});
  for (const [url, stored, shown, code] of [
    [`smtp://${network}`, /^EPROTOCOL CONN 554$/, /not your network$/, 5],
    [`smtp://me:wrong@${login}`, /^EAUTH AUTH PLAIN 535$/, /wrong password$/, 5],
    [`smtp://${sender}`, /^EENVELOPE MAIL FROM 530$/, /log in first$/, 5],
    // The certificate of smtp-server is its own.
    [`smtp://${tls}`, /certificate/, /certificate/, 6],
    [`smtp://me:pw@${plain}?requireTLS=true`, /STARTTLS/, /STARTTLS/, 5],
    [`smtps://${sender}`, /^wrong version number$/, /wrong version number$/, 6],
  ] as const) {
    const send = smtpSender({ url, from });
    const mail = { to: 'a@example.com', replyTo: 'b@example.com', subject: '', text: '', html: '' };
    const outcome = await send(mail, 'id').then(() => assert.fail(url), outcomeOf);
    send.close();
    assert.ok(outcome.state === 'retry');
    assert.match(outcome.detail, stored);
    const env = { SMTP_URL: url, MAIL_FROM: from };
    const dataDir = await temporaryDirectory(t);
    const tested = await hostCommand(dataDir, ['mail', '--test', 'me@example.com'], env);
    assert.match(tested.stderr.trimEnd(), shown);
    assert.equal(tested.code, code);
  }
});

test('the mail that has waited longest is sent first', async (t) => {
  const host = await testHost(t);
  const data = await dataIn(t, host.dataDir);
  const now = new Date('2026-03-01T10:00:00Z');
  const applicants: string[] = [];
  for (const minutes of [3, 1, 2]) {
    const applicant = await apply(host, { emailaddress: `${minutes}@example.com` });
    applicants.push(applicant);
    const since = new Date(now.getTime() - minutes * 60_000);
    await addMails(data.database, applicant, ['confirmation'], since);
  }
  const claims = [];
  for (const _ of applicants)
    claims.push((await claimWork(data.database, mailQueue, now))?.applicant_id);
  assert.deepEqual(claims, [applicants[0], applicants[2], applicants[1]]);
});

test('an applicant who has withdrawn meanwhile is asked for no documents', async (t) => {
  const { smtp, host, data, clock, settled, id } = await refuseOnce(t);
  await applicationLinks(data.database).withdraw(id, clock.now);
  clock.now = new Date('2026-03-01T10:02:00Z');
  await apply(host, { emailaddress: 'b@example.com' });
  await settled('dropped', 'sent');
  assert.deepEqual(smtp.recipients, ['b@example.com']);
});

test('host mail --test sends a mail, or says in one sentence why not', async (t) => {
  const smtp = await smtpServer(t);
  const dataDir = await temporaryDirectory(t);
  const env = { SMTP_URL: smtp.url, MAIL_FROM: from };
  const run = (address: string, settings: Record<string, string> = env) =>
    hostCommand(dataDir, ['mail', '--test', address], settings);
  assert.equal((await run('me@example.com')).stdout, 'A test mail was sent to me@example.com.\n');
  assert.match(smtp.mails[0]?.subject ?? '', /^Test mail of /);
  smtp.answers.push(554);
  const refused = await run('me@example.com');
  assert.equal(refused.code, 5);
  assert.equal(
    refused.stderr,
    'error: The mail was not accepted by the server of SMTP_URL: Message failed: 554 no\n',
  );
  smtp.answers.push('close');
  const lost = await run('me@example.com');
  assert.equal(lost.code, 7);
  assert.match(lost.stderr, /^error: It is not known whether the mail was accepted by/);
  const both = await hostCommand(
    dataDir,
    ['mail', '--test', 'me@example.com', '--retry', 'x'],
    env,
  );
  assert.equal(both.code, 2);
  for (const settings of [{}, { MAIL_FROM: from }]) {
    const unset = await run('me@example.com', settings);
    assert.deepEqual(
      [unset.code, unset.stderr],
      [3, 'error: SMTP_URL is not set: no mail is sent.\n'],
    );
  }
  const without = await run('me@example.com', { SMTP_URL: smtp.url });
  assert.deepEqual(
    [without.code, without.stderr],
    [3, 'error: MAIL_FROM is required with SMTP_URL\n'],
  );
  assert.equal((await run('nobody')).code, 2);
});

test('a company that gets notices is told once that an application was withdrawn', async (t) => {
  const { smtp, host, data, settled } = await setUp(t);
  const grill = { joblistingid: '201', company_id: '2', answers: {} };
  const id = await apply(host, grill);
  const other = await apply(host, { emailaddress: 'without-notice@example.com' });
  await settled('sent', 'sent', 'sent');
  const options = { dataDir: host.dataDir, clock: () => new Date('2026-03-02T10:00:00Z') };
  const withLinks = await hostWithLinks(t, smtp, options, 'Test Grill');
  for (const applicant of [other, id]) {
    const token = newLinkToken();
    const withdraw = '../links/withdraw';
    for (const path of [`../applications/${applicant}/link`, withdraw, withdraw])
      assert.equal((await withLinks.post(path, { token }, asSite)).httpStatus, 200);
  }
  await settled('sent', 'sent', 'sent', 'sent', 'sent', 'sent');
  const [mail, ...others] = smtp.mails.filter(({ subject }) => subject?.startsWith('Withdrawn'));
  assert.deepEqual([mail?.subject, others], [`Withdrawn: application ${id}, Grill Cook`, []]);
  assert.equal(smtp.recipients[smtp.mails.indexOf(mail ?? assert.fail())], 'n@x.example');
  assert.match(mail?.text ?? '', /has withdrawn the application as Grill Cook at Test Grill/);
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /\{[a-z]+\}|my-application/);
  assert.deepEqual(await unsentMails(data.database), []);
});

test('a confirmation has a link to the application if the site can read it; the notice has none', async (t) => {
  const smtp = await smtpServer(t);
  const host = await hostWithLinks(t, smtp);
  const applied = await host.post('applyjobposting', buildApplication(), asSite);
  await eventually(async () => smtp.mails.length === 2);
  const [confirmation, notice] = smtp.mails.toSorted((a) => (a.text?.startsWith('Dear') ? -1 : 1));
  const [, token = ''] =
    /https:\/\/jobs\.example\/my-application\/([\w-]{43})\s/.exec(confirmation?.text ?? '') ?? [];
  // The link comes before what the mail asks for, and the rest says what comes next.
  assert.match(
    confirmation?.text ?? '',
    /^Dear .*,\n\nWe have received .*\.\n\nYour page, until \d+ \w+ 20\d\d\nhttps.*\n\nThere you send documents from any device, .*\n\nWhat comes next: Documents are accepted until .* We read every application/,
  );
  assert.ok(
    String(confirmation?.html).includes(`href="https://jobs.example/my-application/${token}"`),
  );
  assert.doesNotMatch(String(notice?.text) + notice?.html, /my-application/);
  assert.ok(!JSON.stringify(host.lines).includes(token));
  const data = await dataIn(t, host.dataDir);
  const found = await applicationLinks(data.database).find(token, new Date());
  assert.equal(found, applied.body.data.id);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { confirmationLimits } from '#src/api-host/mail/mail-limits.ts';
import { defaultLimits } from '#src/limits/rate-limiter.ts';
import { smtpServer } from '#test/api-host/support/smtp-server.ts';
import { newAddress, newClientAddress } from '#test/support/client-address.ts';
import { careers } from '#test/support/run-careers.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

/** `npm test` sends fewer; ABUSE_REQUESTS=10000 is the full size of issue 44. */
const requests = Number(process.env.ABUSE_REQUESTS ?? 60);

let site: RunningSite;
// In a hook `after` would belong to that hook.
const smtp = await smtpServer({ after });
const settings = {
  SITE_ORIGIN: 'http://careers.example',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'jobs@careers.example',
};
before(async () => {
  site = await startSite({ env: { ...settings, SAMPLE_DATA: 'on', TRUST_PROXY: '1' } });
});
after(() => site.stop());

/** Asks for an alert as a program that has read the form. */
const send = (email: string, network: string) =>
  fetch(`${site.origin}/alerts`, {
    method: 'POST',
    body: new URLSearchParams({ email, search: 'q=baker', form_elapsed: '60000' }),
    headers: { 'x-forwarded-for': network, origin: settings.SITE_ORIGIN },
    redirect: 'manual',
  });

/** Returns the status of the answer. */
async function ask(email: string, network: string): Promise<number> {
  const response = await send(email, network);
  await response.body?.cancel();
  return response.status;
}
const count = (values: readonly unknown[], value: unknown) =>
  values.filter((one) => one === value).length;

async function newestTo(recipient: string): Promise<void> {
  while (!smtp.recipients.includes(recipient)) await smtp.newest(smtp.mails.length + 1);
}

/** Returns the state of each alert that the host has stored. */
async function states(): Promise<readonly string[]> {
  const env = { ...settings, DATA_DIR: site.dataDir };
  const { code, stdout, stderr } = await careers(['host', 'alerts', '--json'], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).map(({ state }: { readonly state: string }) => state);
}

test(`${requests} addresses from one network get ${defaultLimits.alert} mails together`, async () => {
  const network = newClientAddress();
  const statuses: number[] = [];
  for (let n = 0; n < requests; n += 1) statuses.push(await ask(`a${n}@x.example`, network));
  assert.equal(count(statuses, 303), defaultLimits.alert);
  assert.equal(count(statuses, 429), requests - defaultLimits.alert);
  await smtp.newest(defaultLimits.alert);
  assert.equal(new Set(smtp.recipients).size, defaultLimits.alert);
});

test(`one address gets at most three mails, whichever of ${requests / 10} networks asks, and each has the same answer`, async () => {
  const networks = Array.from({ length: requests / 10 }, newClientAddress);
  const askTogether = 20;
  const statuses: number[] = [];
  for (let at = 0; at < networks.length; at += askTogether) {
    const some = networks.slice(at, at + askTogether);
    statuses.push(...(await Promise.all(some.map((network) => ask('victim@x.example', network)))));
  }
  assert.equal(count(statuses, 303), networks.length);
  // The mails of a queue are sent in the order of their requests.
  await ask('last@x.example', newClientAddress());
  await newestTo('last@x.example');
  const mails = count(smtp.recipients, 'victim@x.example');
  assert.ok(mails >= 1 && mails <= confirmationLimits.day.count, String(mails));
});

test(`${requests / 10} requests at one instant wait, or are told with the form when to send it again`, async () => {
  const networks = Array.from({ length: requests / 10 }, newClientAddress);
  const answers = await Promise.all(
    networks.map(async (network) => {
      const response = await send('crowd@x.example', network);
      const isKept = (await response.text()).includes('crowd@x.example');
      return `${response.status} ${response.headers.get('retry-after')} ${isKept}`;
    }),
  );
  assert.ok(count(answers, '303 null false') > 0);
  assert.deepEqual(
    answers.filter((answer) => !['303 null false', '503 30 true'].includes(answer)),
    [],
  );
  await ask('after@x.example', newClientAddress());
  await newestTo('after@x.example');
  const mails = count(smtp.recipients, 'crowd@x.example');
  assert.ok(mails >= 1 && mails <= confirmationLimits.day.count, String(mails));
});

test('a scanner that opens each link of each mail many times confirms, ends and sends nothing', async () => {
  const { length } = smtp.mails;
  const links = smtp.mails
    .flatMap(({ text = '', html }) =>
      `${text} ${html}`.match(/http:\/\/careers\.example[^\s"<>]+/g),
    )
    .map((link) => (link ?? assert.fail()).replace(settings.SITE_ORIGIN, site.origin));
  assert.ok(links.some((link) => /\/alerts\/[\w-]{43}/.test(link)));
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    for (const link of [...links, ...links]) {
      const response = await fetch(link, { method, headers: newAddress(), redirect: 'manual' });
      await response.body?.cancel();
      assert.ok(response.status < 500, `${method} ${response.status}`);
    }
  assert.deepEqual(new Set(await states()), new Set(['pending']));
  assert.equal(smtp.mails.length, length);
});

test('answers of auto-responders and bounces send nothing, and change no alert', async () => {
  const sent = smtp.mails.slice(0, 20);
  const before = await states();
  const transport = createTransport({ url: smtp.url });
  for (const { messageId, subject, to } of sent)
    for (const envelopeFrom of [String(Array.isArray(to) ? to[0]?.text : to?.text), ''])
      await transport.sendMail({
        envelope: { from: envelopeFrom, to: settings.MAIL_FROM },
        from: String(Array.isArray(to) ? to[0]?.text : to?.text),
        to: settings.MAIL_FROM,
        subject: `Out of office: ${subject}`,
        inReplyTo: messageId ?? '',
        text: 'I am away. Stop. Unsubscribe. Yes, send me these openings.',
      });
  // Its mail is the last one of the queue.
  await ask('next@x.example', newClientAddress());
  await newestTo('next@x.example');
  assert.equal(count(smtp.recipients, settings.MAIL_FROM), 2 * sent.length);
  assert.deepEqual((await states()).toSorted(), [...before, 'pending'].toSorted());
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { smtpSender } from '#src/api-host/mail/smtp.ts';
import { from } from './support/alerts.ts';
import { smtpServer } from './support/smtp-server.ts';
import { steppedSmtpServer } from './support/smtp-steps.ts';

const mail = { to: 'a@x.example', replyTo: from, subject: 's', text: 't', html: 'h' };

test('a mail may have arrived only after the server has asked for its text, and has it except the end', async (t) => {
  const order: string[] = [];
  const smtp = await steppedSmtpServer(t, async (step) => {
    order.push(step);
    // A stream that reads ahead has the time to do so.
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    return true;
  });
  const send = smtpSender({ url: smtp.url, from });
  await send(mail, 'id', async () => {
    order.push('before the end');
  });
  const steps = order.filter((step) => step !== 'text');
  assert.deepEqual(steps.slice(0, 7), [
    'connected',
    'EHLO',
    'MAIL',
    'RCPT',
    'DATA',
    'before the end',
    'end',
  ]);
});

test('a sender is one address with its name, whatever signs the name has', async (t) => {
  const smtp = await smtpServer(t);
  for (const [sender, name] of [
    ['Jobs: all <a@b.example>', 'Jobs: all'],
    ['Bread, Tea & Co. <a@b.example>', 'Bread, Tea & Co.'],
    ['"Jobs: \\"all\\"" <a@b.example>', 'Jobs: "all"'],
    ['Careers <a@b.example>', 'Careers'],
    ['a@b.example', ''],
  ] as const) {
    await smtpSender({ url: smtp.url, from: sender })(mail, 'id');
    assert.deepEqual(smtp.mails.at(-1)?.from?.value, [{ address: 'a@b.example', name }]);
  }
});

test('a mail whose end must not be written is not sent, and that is certain', async (t) => {
  const smtp = await steppedSmtpServer(t, async () => true);
  const send = smtpSender({ url: smtp.url, from });
  const sent = send(mail, 'id', () => Promise.reject(new Error('the lease is over')));
  await assert.rejects(sent, /^Error: the lease is over/);
  assert.deepEqual(smtp.ended, []);
});

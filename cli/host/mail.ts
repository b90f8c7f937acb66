import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { codesOf, DeliveryUnknownError, smtpProblem } from '#src/api-host/mail/delivery.ts';
import { mailContent, paragraph } from '#src/api-host/mail/mail-parts.ts';
import { retryMails, unsentMails } from '#src/api-host/mail/mail-queue.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import type { Context } from '../context.ts';
import { addJsonOptions, type JsonFormat, type JsonOption, print } from '../output/json-options.ts';
import { minuteOf, printTable } from '../output/table.ts';
import { plain } from '../output/terminal.ts';
import { mailSettings, withHostData } from './host-data.ts';

interface MailOptions extends JsonOption {
  readonly test?: string;
  readonly retry?: true | readonly string[];
}

export function defineHostMail(host: Command, context: Context): void {
  addJsonOptions(host.command('mail'))
    .description('list the mail that was not sent; send a test mail; send mails again')
    .addOption(
      new Option('--test <address>', 'send a test mail to an address now').conflicts('retry'),
    )
    .option('--retry [id...]', 'send mails again that are failed, unknown or dropped')
    .action(({ test, retry, json }: MailOptions) => {
      if (test !== undefined) return sendTest(context, test, json);
      // `--retry` may have no id, if the command that lists the ids has found no mail.
      const ids = retry === true ? [] : retry;
      return ids === undefined ? list(context, json) : sendAgain(context, ids, json);
    });
}

async function sendTest(context: Context, address: string, json?: JsonFormat): Promise<void> {
  const settings = mailSettings(readHostSettings(context.env));
  if (!z.email().safeParse(address).success)
    throw new CommandError('usage', `${address} is not an email address`);
  const { smtpSender } = await import('#src/api-host/mail/smtp.ts');
  const send = smtpSender(settings);
  const { name } = siteConfig.brand;
  const text = `This is a test mail of ${name}. Mail to applicants arrives like this one.`;
  const mail = {
    to: address,
    replyTo: siteConfig.enquiries.email,
    ...mailContent(`Test mail of ${name}`, [paragraph(text)]),
  };
  try {
    await send(mail, randomUUID());
  } catch (error) {
    // The message may quote the server, because the address belongs to the operator.
    const problem = plain(smtpProblem(error));
    if (error instanceof DeliveryUnknownError)
      throw new CommandError(
        'incomplete',
        `It is not known whether the mail was accepted by the server of SMTP_URL: ${problem}`,
        error,
      );
    const isRefused = codesOf(error).responseCode !== undefined;
    throw new CommandError(
      isRefused ? 'hostRefused' : 'unreachable',
      `The mail was not accepted by the server of SMTP_URL: ${problem}`,
      error,
    );
  } finally {
    send.close();
  }
  print(context, json, { sent_to: address }, () => `A test mail was sent to ${plain(address)}.\n`);
}

async function sendAgain(context: Context, names: readonly string[], json?: JsonFormat) {
  const ids = [...new Set(names)];
  const none = () => 'No mail is named: none is sent again.\n';
  if (ids.length === 0) return print(context, json, { waiting: [], missing: [] }, none);
  const waiting = await withHostData(context, ({ database }) =>
    retryMails(database, ids, new Date()),
  );
  const missing = ids.filter((id) => !waiting.includes(id));
  print(context, json, { waiting, missing }, () =>
    waiting.length === 0 ? '' : `The host will send ${waiting.join(', ')} again.\n`,
  );
  if (missing.length === 0) return;
  context.exitWith('hostRefused');
  context.note(`error: there is no failed, unknown or dropped mail ${missing.join(', ')}`);
}

async function list(context: Context, json?: JsonFormat): Promise<void> {
  const mails = await withHostData(context, ({ database }) => unsentMails(database));
  printTable(context, json, mails, {
    MAIL: ({ id }) => id,
    STATE: ({ state }) => state,
    KIND: ({ kind }) => kind,
    'APPLICANT OR ALERT': (mail) => ('alert_id' in mail ? mail.alert_id : mail.applicant_id),
    ATTEMPTS: ({ attempts }) => attempts,
    NEXT: ({ state, next_at }) => (state === 'waiting' ? minuteOf(next_at) : ''),
    PROBLEM: ({ error }) => error,
  });
}

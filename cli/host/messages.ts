import type { Command } from 'commander';
import { readContactMessages } from '#src/api-host/contact-messages.ts';
import type { Context } from '../context.ts';
import { addJsonOptions, type JsonOption } from '../output/json-options.ts';
import { minuteOf, printTable } from '../output/table.ts';
import { withHostData } from './host-data.ts';

export function defineHostMessages(host: Command, context: Context): void {
  addJsonOptions(host.command('messages'))
    .description('list the contact messages received')
    .action(async ({ json }: JsonOption) => {
      const messages = await withHostData(context, ({ database }) => readContactMessages(database));
      printTable(context, json, messages, {
        RECEIVED: ({ received_at }) => minuteOf(received_at),
        NAME: ({ firstname, lastname }) => `${firstname} ${lastname}`,
        ADDRESS: ({ email }) => email,
        PHONE: ({ phone }) => phone,
        SUBJECT: ({ subject }) => subject,
        MESSAGE: ({ msg }) => msg,
      });
    });
}

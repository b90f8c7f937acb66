import type { Command } from 'commander';
import { runHost } from '#src/api-host/host.ts';
import { hostLog } from '#src/api-host/log.ts';
import { readHostSettings } from '#src/config/settings.ts';
import type { Context } from '../context.ts';
import { defineHostApplications } from './host-applications.ts';
import { defineHostErase } from './host-erase.ts';
import { defineHostImport } from './host-import.ts';
import { defineHostMessages } from './host-messages.ts';

/** `careers host`: the API host alone, and commands for its DATA_DIR, whether it runs or not. */
export function define(program: Command, context: Context): void {
  const host = program
    .command('host')
    .description('run the API host alone (PORT, default 3001), or manage its data in DATA_DIR')
    .action(async () => {
      const settings = readHostSettings(context.env);
      await runHost(settings, hostLog(settings.logLevel), ({ origin }) => {
        context.stdout.write(`The API host is ready: ${origin}\n`);
      });
    });
  defineHostImport(host, context);
  defineHostApplications(host, context);
  defineHostMessages(host, context);
  defineHostErase(host, context);
}

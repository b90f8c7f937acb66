import type { Command } from 'commander';
import { runHost } from '#src/api-host/host.ts';
import { hostLog } from '#src/api-host/log.ts';
import { readHostSettings } from '#src/config/settings.ts';
import type { Context } from '../context.ts';
import { defineHostApplications } from './applications.ts';
import { defineHostErase } from './erase.ts';
import { defineHostImport } from './import.ts';
import { defineHostMessages } from './messages.ts';

/** The action of `careers host` and its subcommands. */
export function defineHostCommands(host: Command, context: Context): void {
  host.action(async () => {
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

import process from 'node:process';
import type { Command } from 'commander';
import { hostLog } from '#src/api-host/log.ts';
import { prepareDataDir } from '#src/config/data-dir.ts';
import { type HostSettings, readHostSettings } from '#src/config/settings.ts';
import { unknownSettings } from '#src/config/unknown-settings.ts';
import { type Context, stopSignal } from '../context.ts';
import { lockDataDir } from '../server/data-dir-lock.ts';
import { removeRunFile, writeRunFile } from '../server/run-file.ts';
import { startWatchdog } from '../server/watchdog.ts';
import { defineHostAcceptSettings } from './accept-settings.ts';
import { defineHostAlerts } from './alerts.ts';
import { defineHostApplications } from './applications.ts';
import { defineHostBackup } from './backup.ts';
import { defineHostClearSamples } from './clear-samples.ts';
import { defineHostErase } from './erase.ts';
import { defineHostMail } from './mail.ts';
import { defineHostMessages } from './messages.ts';
import { defineHostOpenings } from './openings.ts';
import { defineHostPerson } from './person.ts';
import { defineHostRestore } from './restore.ts';
import { defineHostScan } from './scan.ts';
import { defineHostStats } from './stats.ts';

const hostHelp = `
Without a command it runs until Ctrl-C or SIGTERM, on HOST (default 127.0.0.1; unix:/path is a socket) and PORT. The
commands work on the data of DATA_DIR (default ./data), or of DATABASE_URL and DOCUMENTS_URL. All settings:
docs/operations.md.`;

export function defineHostCommands(host: Command, context: Context): void {
  host
    .addHelpText('after', hostHelp)
    .helpCommand(true)
    .enablePositionalOptions()
    .action(async () => {
      const settings = readHostSettings(context.env);
      prepareDataDir(settings.dataDir);
      const lock = lockDataDir(settings.dataDir);
      try {
        await runHostUntilStopped(context, settings);
      } finally {
        removeRunFile(settings.dataDir);
        lock.release();
      }
    });
  defineHostOpenings(host, context);
  defineHostApplications(host, context);
  defineHostMessages(host, context);
  defineHostAlerts(host, context);
  defineHostMail(host, context);
  defineHostScan(host, context);
  defineHostStats(host, context);
  defineHostPerson(host, context);
  defineHostErase(host, context);
  defineHostClearSamples(host, context);
  defineHostBackup(host, context);
  defineHostRestore(host, context);
  defineHostAcceptSettings(host, context);
}

async function runHostUntilStopped(context: Context, settings: HostSettings): Promise<void> {
  const log = hostLog(settings.logLevel);
  for (const unknown of unknownSettings(context.env))
    log.warn({ event: 'setting-unknown', ...unknown });
  // The module is loaded here, so that the other commands start faster.
  const { runHost } = await import('#src/api-host/host.ts');
  const { dataDir, secret } = settings;
  const metrics =
    settings.metrics &&
    (await (
      await import('../server/metrics.ts')
    ).startMetrics({ ...settings.metrics, dataDir, log }));
  await runHost(settings, log, stopSignal(context), ({ origin }) => {
    writeRunFile(dataDir, { origin, pid: process.pid, secret });
    context.stdout.write(`The API host is ready: ${origin}\n`);
    startWatchdog();
  }).finally(() => metrics?.close());
}

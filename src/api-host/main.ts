import { DataDirError } from '#src/config/data-dir.ts';
import { SettingsError } from '#src/config/environment.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { DatabaseUnavailableError, UnsupportedDatabaseError } from '#src/database/database.ts';
import { runHost } from './host.ts';
import { hostLog } from './log.ts';

/** Resolves with the signal, or when the site that started this process ends and its channel closes. */
const stopRequested = new Promise<string>((resolve) => {
  process.once('SIGTERM', resolve).once('SIGINT', resolve);
  process.once('disconnect', () => resolve('parent exited'));
});

/**
 * Runs the API host as a separate process: `node src/api-host/main.ts`, with its settings in the environment. Its exit
 * codes are: 0 stopped by a signal, 1 failed to start or stop, 3 a setting is invalid, or the database or a directory
 * cannot be used, 6 the server of the database cannot be reached. It also sends the reason to the site that started it.
 */
async function main(): Promise<number> {
  try {
    const settings = readHostSettings(process.env);
    await runHost(settings, hostLog(settings.logLevel), stopRequested);
    return 0;
  } catch (error) {
    const log = hostLog('info');
    // No request is in progress, so the message contains no personal data.
    const message = error instanceof Error ? error.message : String(error);
    const isInvalid = [SettingsError, UnsupportedDatabaseError, DataDirError].some(
      (kind) => error instanceof kind,
    );
    const isUnreachable = error instanceof DatabaseUnavailableError;
    if (isUnreachable) log.error({ event: 'host-failed', message });
    else if (isInvalid) log.error({ event: 'settings-invalid', message });
    else log.error({ event: 'host-failed', message, error });
    await new Promise((sent) => {
      if (process.send) process.send({ type: 'failed', message }, sent);
      else sent(undefined);
    });
    return isUnreachable ? error.exitCode : isInvalid ? 3 : 1;
  }
}

main().then((exitCode) => process.exit(exitCode));

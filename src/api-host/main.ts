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
 * Exit codes: 0 stopped by a signal, 1 failed to start or stop, 3 an invalid setting, or a database or directory that
 * cannot be used, 6 an unreachable database. The site that started it gets the reason too.
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

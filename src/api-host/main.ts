import { readHostSettings, SettingsError } from '#src/config/settings.ts';
import { UnsupportedDatabaseError } from '#src/database/database.ts';
import { runHost } from './host.ts';
import { hostLog } from './log.ts';

/** The site that started this process has ended, or stops it. */
const stopRequested = new Promise<string>((resolve) => {
  process.once('SIGTERM', resolve).once('SIGINT', resolve);
  process.once('disconnect', () => resolve('parent exited'));
});

/**
 * The API host as a separate process: `node src/api-host/main.ts`, settings in the environment.
 * Exit codes: 0 stopped by a signal, 1 failed to start or stop, 3 a setting is invalid, or the database cannot be used.
 */
async function main(): Promise<number> {
  try {
    const settings = readHostSettings(process.env);
    await runHost(settings, hostLog(settings.logLevel), stopRequested);
    return 0;
  } catch (error) {
    const log = hostLog('info');
    if (error instanceof SettingsError || error instanceof UnsupportedDatabaseError) {
      log.error({ event: 'settings-invalid', message: error.message });
      return 3;
    }
    // No request is in progress, so the message contains no personal data.
    const message = error instanceof Error ? error.message : String(error);
    log.error({ event: 'host-failed', message, error });
    return 1;
  }
}

main().then((exitCode) => process.exit(exitCode));

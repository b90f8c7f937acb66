import { describeError, hostLog } from './log.ts';
import { runHost } from './run.ts';
import { HostSettingsError, readHostSettings } from './settings.ts';

// The API host as a process of its own: `node src/api-host/main.ts`, settings in the environment.
// Exit codes: 0 asked to stop, 1 it could not start or stop, 3 a setting makes no sense.
try {
  const settings = readHostSettings(process.env);
  await runHost(settings, hostLog(settings.logLevel));
  process.exit(0);
} catch (error) {
  const log = hostLog('info');
  if (error instanceof HostSettingsError) {
    log.error({ event: 'setting-refused', message: error.message });
    process.exit(3);
  }
  // No request is being answered, so the message holds nobody's data.
  const message = error instanceof Error ? error.message : String(error);
  log.error({ event: 'host-failed', message, ...describeError(error) });
  process.exit(1);
}

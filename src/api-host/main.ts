import { describeError, hostLog } from './log.ts';
import { runHost } from './run.ts';
import { HostSettingsError, readHostSettings } from './settings.ts';

// The API host as a process of its own: `node src/api-host/main.ts`, settings in the environment.
// Exit codes: 0 asked to stop, 1 it could not start, 3 a setting makes no sense.
try {
  const settings = readHostSettings(process.env);
  await runHost(settings, hostLog(settings.logLevel));
} catch (error) {
  const log = hostLog('info');
  if (error instanceof HostSettingsError) {
    log.error({ event: 'setting-refused', message: error.message });
    process.exit(3);
  }
  // Nobody's data has been touched yet, so the message may be said.
  const message = error instanceof Error ? error.message : String(error);
  log.error({ event: 'host-start-failed', message, ...describeError(error) });
  process.exit(1);
}

import { startHost } from './host.ts';
import { describeError, hostLog } from './log.ts';
import { HostSettingsError, readHostSettings } from './settings.ts';

/**
 * The API host as a process of its own: `node src/api-host/main.ts`, settings in the environment.
 * Tells a parent with a channel where it listens (`{type: 'listening', port}`), and goes down on SIGTERM,
 * SIGINT and when that parent goes. Exit codes: 0 asked to stop, 1 it could not start, 3 a bad setting.
 */
async function main(): Promise<void> {
  const settings = readHostSettings(process.env);
  const log = hostLog(settings.logLevel);
  const host = await startHost(settings, { log });

  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ event: 'stopping', reason });
    host.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: 'stop failed', ...describeError(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', () => stop('parent gone'));

  log.info({ event: 'listening', origin: host.origin, port: host.port });
  process.send?.({ type: 'listening', port: host.port });
}

main().catch((error: unknown) => {
  const log = hostLog('info');
  if (error instanceof HostSettingsError) {
    log.error({ event: 'bad setting', message: error.message });
    process.exit(3);
  }
  log.error({
    event: 'start failed',
    message: error instanceof Error ? error.message : String(error),
    ...describeError(error),
  });
  process.exit(1);
});

import { type RunningHost, startHost } from './host.ts';
import { describeError, type HostLog } from './log.ts';
import type { HostSettings } from './settings.ts';

/**
 * Runs the API host until the process is asked to stop (SIGTERM, SIGINT) or its parent goes, then ends
 * the process: 0, or 1 when it could not go down cleanly. Tells a parent with a channel where it listens
 * (`{type: 'listening', port}`).
 * @throws what kept it from starting
 */
export async function runHost(settings: HostSettings, log: HostLog): Promise<RunningHost> {
  const host = await startHost(settings, { log });
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ event: 'host-stopping', reason });
    host.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: 'host-stop-failed', ...describeError(error) });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.channel) process.on('disconnect', () => stop('parent gone'));

  log.info({ event: 'host-listening', origin: host.origin, port: host.port });
  process.send?.({ type: 'listening', port: host.port });
  return host;
}

import { type RunningHost, startHost } from './host.ts';
import type { HostLog } from './log.ts';
import type { HostSettings } from './settings.ts';

/**
 * Runs the API host until the process is asked to stop (SIGTERM, SIGINT) or its parent goes; resolves once
 * it is down. Tells a parent with a channel where it listens (`{type: 'listening', port}`).
 * @throws what kept it from starting, or from going down cleanly
 */
export async function runHost(
  settings: HostSettings,
  log: HostLog,
  onListening: (host: RunningHost) => void = () => {},
): Promise<void> {
  const host = await startHost(settings, { log });
  const stopped = askedToStop();
  log.info({ event: 'host-listening', origin: host.origin, port: host.port });
  process.send?.({ type: 'listening', port: host.port });
  onListening(host);
  log.info({ event: 'host-stopping', reason: await stopped });
  await host.close();
}

function askedToStop(): Promise<string> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve).once('SIGINT', resolve);
    if (process.channel) process.once('disconnect', () => resolve('parent gone'));
  });
}

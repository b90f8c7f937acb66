import type { DestinationStream } from 'pino';
import { logTarget } from '#src/telemetry/log-target.ts';
import { createLogger, type EventLog } from '#src/telemetry/logger.ts';

/** The clock and the log, which each part of a running host gets. */
export interface HostContext {
  readonly clock: () => Date;
  readonly log: EventLog;
}

export const hostLog = (level: string, target: DestinationStream = logTarget()): EventLog =>
  createLogger(level, target, { name: 'api-host' });

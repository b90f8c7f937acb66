import type { DestinationStream } from 'pino';
import { logTarget } from '#src/telemetry/log-target.ts';
import { createLogger, type EventLog } from '#src/telemetry/logger.ts';

export const hostLog = (level: string, target: DestinationStream = logTarget()): EventLog =>
  createLogger(level, target, { name: 'api-host' });

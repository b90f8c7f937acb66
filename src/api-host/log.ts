import type { DestinationStream } from 'pino';
import { logTarget } from '#src/telemetry/log-target.ts';
import { createLogger } from '#src/telemetry/logger.ts';

interface LogLine {
  readonly event: string;
  /** The error is logged without its messages, which may repeat what a person typed. */
  readonly error?: unknown;
  readonly [field: string]: unknown;
}

export type HostLog = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (line: LogLine) => void>
>;

export const hostLog = (level: string, target: DestinationStream = logTarget()): HostLog =>
  createLogger(level, target, { name: 'api-host' });

import pino, { type DestinationStream } from 'pino';
import { logTarget } from '#src/config/log-target.ts';
import { describeError } from '#src/http/describe-error.ts';
import { requestOfLine } from '#src/http/request-id.ts';

interface LogLine {
  readonly event: string;
  /** Written without its messages, which may repeat what a person typed. */
  readonly error?: unknown;
  readonly [field: string]: unknown;
}

export type HostLog = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (line: LogLine) => void>
>;

/** One JSON line per event on stderr. Log ids and routes, never personal data. */
export function hostLog(level: string, target: DestinationStream = logTarget()): HostLog {
  return pino(
    {
      level,
      base: { name: 'api-host', pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: requestOfLine,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: (error) => describeError(error, false) },
    },
    target,
  );
}

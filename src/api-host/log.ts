import pino, { type DestinationStream } from 'pino';
import { logTarget } from '#src/config/log-target.ts';
import { requestOfLine } from '#src/http/request-id.ts';

interface LogLine {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Errors are described first (`error: describeError(error, false)`): this logger would write their messages. */
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
    },
    target,
  );
}

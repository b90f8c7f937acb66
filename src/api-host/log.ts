import pino from 'pino';
import { logTarget } from '#src/config/log-target.ts';

interface LogLine {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Errors are described first (`error: describeError(error, false)`): this logger would write their messages. */
export type HostLog = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (line: LogLine) => void>
>;

/** One JSON line per event on stderr. Log ids and routes, never personal data. */
export function hostLog(level: string): HostLog {
  return pino(
    {
      level,
      base: { name: 'api-host', pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    logTarget(),
  );
}

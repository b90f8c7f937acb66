import pino from 'pino';
import { logTarget } from '#src/config/log-target.ts';

export type HostLog = Readonly<Record<'debug' | 'info' | 'warn' | 'error', (line: object) => void>>;

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

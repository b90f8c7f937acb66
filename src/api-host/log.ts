import pino from 'pino';

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
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * The parts of an error that may be logged. Messages are not among them: those of a database or a parser
 * can quote personal data.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(code !== undefined && { code }),
    ...(frames && { stack: frames.slice(0, 12).map((line) => line.trim()) }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

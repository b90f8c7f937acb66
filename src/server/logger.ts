import { format } from 'node:util';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { settings } from '#src/config/settings.ts';

/**
 * The parts of an error that a log may contain. The message of an API host's error may repeat what a person
 * typed, and a parser's message quotes its input, so both are omitted.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = error as Error & Readonly<Record<string, unknown>>;
  const fromHost = 'url' in error && 'method' in error;
  const mayQuote = fromHost || error instanceof SyntaxError;
  return {
    type: error.name,
    ...(!mayQuote && { message: error.message }),
    ...pick(fields, ['code', 'reason', 'method', 'url', 'httpStatus', 'detail', 'retryAfterMs']),
    ...(!fromHost && {
      stack: error.stack
        ?.split('\n')
        .filter((line) => /^\s+at /.test(line))
        .map((line) => line.trim()),
    }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));

/** A logger that writes to `stream`; use `log()` except in tests. */
export function createLogger(level: string, stream: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // Not `err`: pino copies the message of an error under this key to the line's own message.
      errorKey: 'unused',
    },
    stream,
  );
}

let processLogger: Logger | undefined;

/**
 * The logger of this process: one JSON line per event on standard error, from LOG_LEVEL. Use it as
 * `log().warn({ event: 'upload-failed', err })`; never log a name, address, phone, answer or letter.
 */
export function log(): Logger {
  // Synchronous, so that the last line before a crash is written.
  processLogger ??= createLogger(settings().logLevel, destination({ fd: 2, sync: true }));
  return processLogger;
}

/**
 * Writes what libraries (mainly Waku's renderer) send to `console` as log lines. Returns a function that
 * restores `console`.
 */
export function captureConsole(): () => void {
  const target = globalThis.console;
  const original = { error: target.error, warn: target.warn, log: target.log, info: target.info };
  const record =
    (level: 'error' | 'warn' | 'info') =>
    (...values: readonly unknown[]) => {
      const err = values.find((value) => value instanceof Error);
      const others = values.filter((value) => value !== err);
      log()[level]({ event: 'console', ...(err !== undefined && { err }) }, format(...others));
    };
  target.error = record('error');
  target.warn = record('warn');
  target.log = record('info');
  target.info = record('info');
  return () => Object.assign(target, original);
}

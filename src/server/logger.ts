import { format } from 'node:util';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { settings } from '#src/config/settings.ts';

/**
 * What of an error may stand in a log: its kind, where it happened and what it concerned. A message
 * that came from an API host may repeat what a person typed, and one of a parser quotes what it read, so
 * those are left out.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const known = error as Error & Readonly<Record<string, unknown>>;
  const fromHost = 'url' in error && 'method' in error;
  const mayQuote = fromHost || error instanceof SyntaxError;
  return {
    type: error.name,
    ...(!mayQuote && { message: error.message }),
    ...pick(known, ['code', 'reason', 'method', 'url', 'httpStatus', 'detail', 'retryAfterMs']),
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

/** A logger that writes to `stream`; programs use `log()`. */
export function createLogger(level: string, stream: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // Not `err`: of an error under this key pino would write the whole message, as the line's own.
      errorKey: 'unused',
    },
    stream,
  );
}

let memo: Logger | undefined;

/**
 * The process's logger: one JSON line an event on standard error, LOG_LEVEL and above. Write
 * `log().warn({ event: 'upload-failed', err }, …)`; never a name, address, phone, answer or letter.
 */
export function log(): Logger {
  // Synchronous: the line that says why the process died must not die with it.
  memo ??= createLogger(settings().logLevel, destination({ fd: 2, sync: true }));
  return memo;
}

/**
 * Turns what libraries (Waku's renderer above all) write with console into log lines, so that the log
 * stays one JSON line an event and a stack never reaches a terminal. Gives back the way to undo it.
 */
export function captureConsole(): () => void {
  const target = globalThis.console;
  const kept = { error: target.error, warn: target.warn, log: target.log, info: target.info };
  const record =
    (level: 'error' | 'warn' | 'info') =>
    (...said: readonly unknown[]) => {
      const err = said.find((part) => part instanceof Error);
      const words = said.filter((part) => part !== err);
      log()[level]({ event: 'console', ...(err !== undefined && { err }) }, format(...words));
    };
  target.error = record('error');
  target.warn = record('warn');
  target.log = record('info');
  target.info = record('info');
  return () => Object.assign(target, kept);
}

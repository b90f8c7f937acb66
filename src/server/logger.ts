import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { settings } from '#src/config/settings.ts';

/**
 * The parts of an error that a log may contain. The message of an API host's error may repeat what a person
 * typed, and a parser's message quotes its input, so both are omitted; without `messages` all are.
 */
export function describeError(error: unknown, messages = true): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = error as Error & Readonly<Record<string, unknown>>;
  const fromHost = 'url' in error && 'method' in error;
  const mayQuote = !messages || fromHost || error instanceof SyntaxError;
  return {
    type: error.name,
    ...(!mayQuote && { message: cut(error.message) }),
    ...pick(fields, ['code', 'reason', 'method', 'url', 'httpStatus', 'detail', 'retryAfterMs']),
    ...(!fromHost && {
      stack: error.stack
        ?.split('\n')
        .filter((line) => /^\s+at /.test(line))
        .map((line) => line.trim()),
    }),
    ...(error.cause !== undefined && { cause: describeError(error.cause, messages) }),
  };
}

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, loggable(from[name])]] : [])));

/** The longest text of a log line, in characters. */
const maxTextLength = 500;
const cut = (text: string) =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}… (${text.length})`;
/** The id in the address of an opening's call, which a visitor can choose. One of digits identifies nobody. */
const chosenId = /(\/findopening\/)(?!\d{1,20}$).*$/s;
const loggable = (value: unknown) =>
  typeof value === 'string' ? cut(value.replace(chosenId, '$1…')) : value;

/** A logger that writes to `stream`; use `log()` except in tests. */
export function createLogger(level: string, stream: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) =>
          Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [name, loggable(value)]),
          ),
      },
      serializers: { err: (error: unknown) => describeError(error) },
      // Not `err`: pino copies the message of an error under this key to the line's own message.
      errorKey: 'unused',
    },
    stream,
  );
}

let processLogger: Logger | undefined;

/**
 * The logger of this process: one JSON line per event on standard error, from LOG_LEVEL. Use it as
 * `log().warn({ event: 'captcha-failed', err })`; never log a name, address, phone, answer or letter.
 */
export function log(): Logger {
  // Synchronous, so that the last line before a crash is written.
  processLogger ??= createLogger(settings().logLevel, destination({ fd: 2, sync: true }));
  return processLogger;
}

/**
 * Writes what libraries (mainly Waku's renderer) send to `console` as log lines: where an error was thrown, but
 * no text, because React and Waku quote the bytes of a request in messages. Returns a function that restores
 * `console`.
 */
export function captureConsole(logger: () => Pick<Logger, 'error' | 'warn' | 'info'> = log) {
  const target = globalThis.console;
  const original = { error: target.error, warn: target.warn, log: target.log, info: target.info };
  const record =
    (level: 'error' | 'warn' | 'info') =>
    (...values: readonly unknown[]) => {
      const error = values.find((value) => value instanceof Error);
      const place = error ? { error: describeError(error, false) } : { stack: caller() };
      logger()[level]({ event: 'console', ...place });
    };
  target.error = record('error');
  target.warn = record('warn');
  target.log = record('info');
  target.info = record('info');
  return () => Object.assign(target, original);
}

/** The functions that called `console`, to find the text of the message in the sources. */
function caller(): readonly string[] | undefined {
  return new Error('console').stack
    ?.split('\n')
    .slice(3, 8)
    .map((line) => line.trim());
}

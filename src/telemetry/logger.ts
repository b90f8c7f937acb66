import { type DestinationStream, type Logger, pino } from 'pino';
import { settings } from '#src/config/settings.ts';
import { describeError, loggable } from '#src/http/describe-error.ts';
import { requestOfLine } from '#src/http/request-id.ts';
import { once } from '#src/jobs/once.ts';
import { logTarget } from './log-target.ts';
import { publish } from './measurements.ts';

interface LogLine {
  readonly event: string;
  /** The error is logged without its messages, which may repeat what a person typed. */
  readonly error?: unknown;
  readonly [field: string]: unknown;
}

export type EventLog = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (line: LogLine) => void>
>;

/** Creates a logger that writes one JSON line for each event, with the fields of `base`. The site uses `log()`. */
export function createLogger(
  level: string,
  stream: DestinationStream,
  base: { readonly name?: string } = {},
): Logger {
  return pino(
    {
      level,
      base: { ...base, pid: process.pid },
      mixin: requestOfLine,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) =>
          Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [name, loggable(value)]),
          ),
      },
      hooks: {
        logMethod(line, method, level) {
          const [fields] = line as [unknown];
          if (typeof fields === 'object' && fields !== null && 'event' in fields)
            publish('log', () => ({
              event: String(fields.event),
              level: pino.levels.labels[level] ?? '',
              process: base.name ?? 'site',
            }));
          return method.apply(this, line);
        },
      },
      serializers: {
        err: (error: unknown) => describeError(error),
        // Messages are omitted, because they may repeat what a person typed.
        error: (error: unknown) => (error instanceof Error ? describeError(error, false) : error),
      },
      // The key is not `err`, with which pino would copy the message of an error to the message of the line.
      errorKey: 'unused',
    },
    stream,
  );
}

/** `log().warn({ event: 'captcha-failed', err })`: a line never has a name, address, phone, answer or letter. */
export const log = once(() => createLogger(settings().logLevel, logTarget()));

/**
 * React and Waku quote the bytes of a request in messages, so lines name only the place where an error was thrown.
 * Returns a function that restores `console`.
 */
export function captureConsole(logger: () => Pick<Logger, 'error' | 'warn' | 'info'> = log) {
  const target = globalThis.console;
  const original = { error: target.error, warn: target.warn, log: target.log, info: target.info };
  const writerFor =
    (level: 'error' | 'warn' | 'info') =>
    (...values: readonly unknown[]) => {
      const error = values.find((value) => value instanceof Error);
      const place = error ? { error: describeError(error, false) } : { stack: caller() };
      logger()[level]({ event: 'console', ...place });
    };
  target.error = writerFor('error');
  target.warn = writerFor('warn');
  target.log = writerFor('info');
  target.info = writerFor('info');
  return () => Object.assign(target, original);
}

/** The functions that called `console` help to find the text of the message in the sources. */
function caller(): readonly string[] | undefined {
  return new Error('console').stack
    ?.split('\n')
    .slice(3, 8)
    .map((line) => line.trim());
}

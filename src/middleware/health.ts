import { getSystemErrorMessage } from 'node:util';
import { Hono } from 'hono';
import { shareCheck } from '#src/config/readiness.ts';
import { isUnavailable } from '#src/domain/api/failures.ts';
import { MalformedError, RefusedError, reasonMessages, TransportError } from '#src/http/errors.ts';
import { log } from '#src/telemetry/logger.ts';

/** Checks throw this error if a part is not ready. The response contains the message and `details`. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  readonly details: object;
  constructor(message: string, details: object) {
    super(message);
    this.details = details;
  }
}

export type ReadinessChecks = Readonly<Record<string, () => Promise<object>>>;

/** `/readyz` responds 503 unless every check resolves, so that a load balancer sends visitors to another replica. */
export function health({ checks }: { readonly checks: ReadinessChecks }): Hono {
  const app = new Hono();
  const headers = { 'cache-control': 'no-store' };
  const runChecks = shareCheck(async () => {
    let isReady = true;
    const parts = await Promise.all(
      Object.entries(checks).map(async ([name, check]): Promise<[string, object]> => {
        try {
          return [name, { ready: true, ...(await check()) }];
        } catch (err) {
          log().error({ event: 'not-ready', part: name, err });
          isReady = false;
          const failed = err instanceof Error ? err.name : 'Error';
          const details = err instanceof NotReadyError ? err.details : { failed };
          return [name, { ready: false, ...details, message: problemOf(err) }];
        }
      }),
    );
    return { isReady, parts: Object.fromEntries(parts) };
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers));
  app.get('/readyz', async (c) => {
    const { isReady, parts } = await runChecks();
    return isReady
      ? c.json({ status: 'ready', ...parts }, 200, headers)
      : c.json({ status: 'not ready', ...parts }, 503, headers);
  });
  return app;
}

/** What is wrong, in words. A message with a path or an address is for the log only. */
function problemOf(error: unknown): string {
  if (error instanceof NotReadyError) return error.message;
  if (error instanceof TransportError) return `the API host: ${reasonMessages[error.reason]}`;
  if (error instanceof RefusedError) {
    const setting = error.httpStatus === 401 ? ' API_HOST_SECRET of this site is not its own.' : '';
    return `the API host refuses calls of this site (HTTP ${error.httpStatus}): ${error.message}${setting}`;
  }
  if (error instanceof MalformedError)
    return `API_HOST answers, but not as an API host does (HTTP ${error.httpStatus})`;
  const { name, message, errno, errstr } = Object(error) as Readonly<
    Record<string, string | number>
  >;
  if (['DatabaseBusyError', 'DatabaseGoneError', 'SettingDiffersError'].includes(`${name}`))
    return `${message}`;
  if (isUnavailable(error)) return 'the database cannot be reached';
  if (typeof errno === 'number') return getSystemErrorMessage(errno);
  return `${errstr ?? 'an unexpected error'}: the log has more (not-ready)`;
}

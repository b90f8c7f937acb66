import { getSystemErrorMessage } from 'node:util';
import { Hono } from 'hono';
import { apiCalls, apiReads } from '#src/api-client/api-client.ts';
import { settings } from '#src/config/settings.ts';
import { isUnavailable } from '#src/domain/api/failures.ts';
import { checkDirectory } from '#src/files/disk.ts';
import { MalformedError, RefusedError, reasonMessages, TransportError } from '#src/http/errors.ts';
import { createDedupe } from '#src/jobs/dedupe.ts';
import { rateLimitStore } from '#src/limits/rate-limiter.ts';
import { submissionRepository } from '#src/submissions/repository.ts';
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

type ReadinessChecks = Readonly<Record<string, () => Promise<object>>>;

/** `/readyz` responds 503 unless every check resolves, so that a load balancer sends visitors to another replica. */
export function health(checks = readinessChecks()): Hono {
  const app = new Hono();
  const headers = { 'cache-control': 'no-store' };
  // The checks run at most once a second, however many requests there are.
  const dedupe = createDedupe<{ isReady: boolean; parts: object }>({ ttlMs: () => 1000 });
  const runChecks = async () => {
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
  };
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers));
  app.get('/readyz', async (c) => {
    const { isReady, parts } = await dedupe([], runChecks);
    return isReady
      ? c.json({ status: 'ready', ...parts }, 200, headers)
      : c.json({ status: 'not ready', ...parts }, 503, headers);
  });
  return app;
}

function readinessChecks(): ReadinessChecks {
  const { dataDir, databaseUrl, apiHostSecret, redisUrl } = settings();
  return {
    apiHost: async () => {
      // Only our own API host, which gets a secret, reports which of its data cannot be written. This comes first.
      const details = apiHostSecret === undefined ? {} : await hostHealth();
      const { error } = await apiReads.listCompanies();
      if (error !== undefined) throw error;
      return details;
    },
    submissions: async () => {
      if (databaseUrl === undefined) await checkDirectory(dataDir);
      return { schema: await submissionRepository().checkDatabase() };
    },
    // If Redis does not respond, the site stays ready, because each process then counts by itself.
    ...(redisUrl !== undefined && {
      rateLimits: async () => ({ countedIn: await rateLimitStore() }),
    }),
  };
}

async function hostHealth(): Promise<object> {
  const { isReady, message, ...details } = await apiCalls().checkHealth();
  if (!isReady) throw new NotReadyError(`the API host says: ${message}`, details);
  return details;
}

/** Returns the error in words. A message with a path or an address is for the log only. */
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

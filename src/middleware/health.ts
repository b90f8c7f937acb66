import { Hono } from 'hono';
import { shareCheck } from '#src/config/readiness.ts';
import { log } from '#src/telemetry/logger.ts';

/** Checks throw this error if a part is not ready. The response contains `details`; the message is for the log only. */
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
          // The response has the kind, such as TimeoutError, because a message may contain a path or an address.
          const failed = err instanceof Error ? err.name : 'Error';
          const details = err instanceof NotReadyError ? err.details : { failed };
          return [name, { ready: false, ...details }];
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

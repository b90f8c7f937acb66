import { Hono } from 'hono';
import { shareCheck } from '#src/config/readiness.ts';
import { log } from '#src/server/logger.ts';

/**
 * `/healthz`: this process responds. `/readyz`: every check resolves too, otherwise 503, so that a load
 * balancer sends visitors to another replica. The reason is in the log only.
 */
export function health({ checks }: { readonly checks: readonly (() => Promise<unknown>)[] }): Hono {
  const app = new Hono();
  const headers = { 'cache-control': 'no-store' };
  const isReady = shareCheck(() =>
    Promise.all(checks.map((check) => check())).then(
      () => true,
      (err) => {
        log().error({ event: 'not-ready', err });
        return false;
      },
    ),
  );
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers));
  app.get('/readyz', async (c) =>
    (await isReady())
      ? c.json({ status: 'ready' }, 200, headers)
      : c.json({ status: 'not ready' }, 503, headers),
  );
  return app;
}

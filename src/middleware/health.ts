import { Hono } from 'hono';
import { log } from '#src/server/logger.ts';

/**
 * `/healthz`: this process responds. `/readyz`: every check resolves too, otherwise 503, so that a load
 * balancer sends visitors to another replica. The reason is in the log only.
 */
export function health({ checks }: { readonly checks: readonly (() => Promise<unknown>)[] }): Hono {
  const app = new Hono();
  const headers = { 'cache-control': 'no-store' };
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers));
  app.get('/readyz', (c) =>
    Promise.all(checks.map((check) => check())).then(
      () => c.json({ status: 'ready' }, 200, headers),
      (err) => {
        log().error({ event: 'not-ready', err });
        return c.json({ status: 'not ready' }, 503, headers);
      },
    ),
  );
  return app;
}

import { Hono } from 'hono';

/**
 * `/healthz`: this process responds. `/readyz`: `checkApiHost` resolves too, otherwise 503, so that a load
 * balancer sends visitors to another replica. The reason is in the log only.
 */
export function health({ checkApiHost }: { readonly checkApiHost: () => Promise<unknown> }): Hono {
  const app = new Hono();
  const headers = { 'cache-control': 'no-store' };
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers));
  app.get('/readyz', (c) =>
    checkApiHost().then(
      () => c.json({ status: 'ready' }, 200, headers),
      () => c.json({ status: 'the API host does not answer' }, 503, headers),
    ),
  );
  return app;
}

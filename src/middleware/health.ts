import { Hono } from 'hono';

/**
 * `/healthz`: this process answers. `/readyz`: the API host does too, asked by `askApi`; 503 when not, so
 * that a balancer sends visitors elsewhere. Neither says why: that is in the log.
 */
export function health({ askApi }: { readonly askApi: () => Promise<unknown> }): Hono {
  const app = new Hono();
  const headers = { 'cache-control': 'no-store' };
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers));
  app.get('/readyz', async (c) => {
    const ready = await askApi().then(
      () => true,
      () => false,
    );
    return ready
      ? c.json({ status: 'ready' }, 200, headers)
      : c.json({ status: 'the API host does not answer' }, 503, headers);
  });
  return app;
}

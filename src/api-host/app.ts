import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { sentences } from '#src/domain/model/sentences.ts';
import { openingCalls } from './calls/openings.ts';
import { describeError, type HostLog } from './log.ts';
import type { OpeningStore } from './openings.ts';
import { hostMessages, Refusal, refuse } from './replies.ts';

export interface AppParts {
  readonly openings: OpeningStore;
  readonly clock: () => Date;
  readonly log: HostLog;
}

/** Section 7 as an HTTP application: every call under /api/, every answer JSON with a `status`. */
export function createApp(parts: AppParts): Hono<{ Bindings: HttpBindings }> {
  const { log, clock } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use(async (c, next) => {
    const start = performance.now();
    await next();
    // The route's pattern, never the address: queries hold names.
    log.debug({
      event: 'request',
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    });
  });
  app.get('/health', (c) => c.json({ status: 1 }));
  app.route('/api', openingCalls(parts.openings, clock));

  app.notFound((c) => refuse(c, new Refusal(404, hostMessages.noSuchCall)));
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error);
    log.error({
      event: 'request failed',
      method: c.req.method,
      route: routePath(c, -1),
      ...describeError(error),
    });
    return c.json({ status: 0, message: sentences.unspecified }, 500);
  });
  return app;
}

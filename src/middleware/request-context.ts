import type { MiddlewareHandler } from 'hono';
import { contextStorage } from 'hono/context-storage';
import type { SiteEnv } from '#src/server/request-context.ts';

/**
 * Lets server components and server functions reach their request (`requestContext`), and adds the
 * cookies they set to the answer. Hono's own `c.header` would not do: Waku answers with a Response of
 * its own, which drops headers prepared before it.
 */
export function requestContextMiddleware(): MiddlewareHandler<SiteEnv> {
  const storage = contextStorage();
  return async (c, next) => {
    const cookies: string[] = [];
    const results = new Map<string, unknown>();
    c.set('setCookies', cookies);
    c.set('results', results);
    await storage(c, next);
    const wait = c.get('retryAfterMs');
    if (wait !== undefined) c.header('retry-after', String(Math.ceil(wait / 1000)));
    const status = wait !== undefined ? 429 : c.get('unavailable') ? 503 : undefined;
    // Not for a call from script: React would throw away the sentence it carries.
    const isPage = c.res.headers.get('content-type')?.startsWith('text/html');
    if (status && isPage && c.res.status === 200) {
      c.res = new Response(c.res.body, { status, headers: c.res.headers });
      c.res.headers.delete('etag');
      c.header('cache-control', 'private, no-store');
    }
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
    // Whoever keeps answers must never keep one person's cookie or answer for the next.
    if (cookies.length > 0 || results.size > 0) c.header('cache-control', 'private, no-store');
  };
}

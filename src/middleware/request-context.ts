import type { MiddlewareHandler } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { resultParameter } from '#src/addresses.ts';
import { failureKinds, retryAfterSeconds } from '#src/domain/api/failures.ts';
import { runInLanguage } from '#src/language/server.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { localizedPath } from '#src/routes.ts';

/** Waku responds with its own Response, which drops the headers that were set on hono's context before. */
export function withRequestContext(): MiddlewareHandler<SiteEnv> {
  const storage = contextStorage();
  return async (c, next) => {
    const cookies: string[] = [];
    const results = new Map<string, unknown>();
    c.set('setCookies', cookies);
    c.set('results', results);
    const { pathname, searchParams } = new URL(c.req.url);
    const { language, route } = localizedPath(pathname);
    await runInLanguage(language.tag, () => storage(c, next));
    const retryAfterMs = c.get('retryAfterMs');
    if (retryAfterMs !== undefined) c.header('retry-after', String(Math.ceil(retryAfterMs / 1000)));
    const status = retryAfterMs === undefined ? c.get('pageStatus') : 429;
    // A call of a script keeps its status 200, because React would discard the message in an error response.
    const type = c.res.headers.get('content-type');
    const isPage = type?.startsWith('text/html');
    // `c.header` would make a stream of the bytes of the page, which takes longer to send.
    if (isPage || (type && route.sendsContentLanguage))
      c.res.headers.set('content-language', language.tag);
    if (status && isPage && c.res.status === 200) {
      c.res = new Response(c.res.body, { status, headers: c.res.headers });
      c.res.headers.delete('etag');
      c.header('cache-control', noStore);
    }
    // While a service does not respond, each such response has Retry-After.
    if (c.res.status === failureKinds.unavailable.httpStatus && !c.res.headers.has('retry-after'))
      c.header('retry-after', `${retryAfterSeconds.away}`);
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
    // A cache must never give one person's cookie or result to another person.
    const hasResult = results.size > 0 || searchParams.has(resultParameter);
    if (cookies.length > 0 || hasResult || c.get('record')?.isPrivate)
      c.header('cache-control', noStore);
  };
}

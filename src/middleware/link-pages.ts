import { type Context, Hono } from 'hono';
import { type alertPaths, type myApplicationPaths, withResult } from '#src/addresses.ts';
import { linkToken, tokenIn } from '#src/domain/model/linked-application.ts';
import { inLanguage } from '#src/language/paths.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';

export type FoundByLink<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'unknown' | 'unavailable' };

/**
 * Finds what the page of a link shows. It changes nothing, because mail scanners open links.
 * @param isGone the person has just ended or erased it, so that the page is no error
 */
export async function findByLink<Found>(
  token: string,
  read: (token: string) => Promise<Found | undefined>,
  isGone: boolean,
): Promise<FoundByLink<Found>> {
  const request = requestContext();
  try {
    const found = linkToken.test(token) ? await read(token) : undefined;
    if (found !== undefined) return { kind: 'found', found };
    if (!isGone) request.notFound();
    return { kind: 'unknown' };
  } catch (error) {
    reportUnavailable(error);
    request.unavailable();
    return { kind: 'unavailable' };
  }
}

/**
 * Does what a form on the page of a link asks for. Resolves with the result that the page shows, with undefined if the
 * link leads to nothing, or with a response to a script.
 */
export type LinkAction<Result> = (
  token: string,
  c: Context<SiteEnv>,
) => Promise<Result | Response | undefined>;

/** The result is `unchanged` while the API host does not respond. */
export async function performByLink<Result>(
  action: LinkAction<Result>,
  c: Context<SiteEnv>,
): Promise<Result | Response | 'unchanged' | undefined> {
  const token = c.req.param('token') ?? '';
  try {
    return linkToken.test(token) ? await action(token, c) : undefined;
  } catch (error) {
    reportUnavailable(error);
    return 'unchanged';
  }
}

/**
 * Returns the routes of the pages of one kind of link. No response is stored or listed, an address with what mail programs
 * add to it leads to the page, and so does a GET of the address of a form: mail scanners open every link. A form leads to
 * the page with its result and the query of its own address.
 * @param actions by the last part of the path of their forms
 */
export function linkPages(
  paths: typeof myApplicationPaths | typeof alertPaths,
  actions: Readonly<Record<string, LinkAction<string>>>,
): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  const hrefOf = (token: string) => inLanguage(paths + encodeURIComponent(token));
  // With `*` in place of `:token/*` the pattern would also apply to the path without a slash at its end.
  app.use(`${paths}:token/*`, async (c, next) => {
    await next();
    c.header('cache-control', noStore);
    c.header('x-robots-tag', 'noindex');
  });
  app.get(`${paths}:token`, async (c, next) => {
    const token = c.req.param('token');
    const found = tokenIn(token);
    return found === undefined || found === token ? next() : c.redirect(hrefOf(found));
  });
  app.get(`${paths}:token/:action`, (c) => c.redirect(hrefOf(c.req.param('token'))));
  for (const [name, action] of Object.entries(actions))
    app.post(`${paths}:token/${name}`, async (c) => {
      const result = await performByLink(action, c);
      if (result instanceof Response) return result;
      const page = hrefOf(c.req.param('token')) + new URL(c.req.url).search;
      return c.redirect(withResult(page, result), 303);
    });
  return app;
}

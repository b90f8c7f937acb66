import { Hono } from 'hono';
import { type alertPaths, type myApplicationPaths, withResult } from '#src/addresses.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { linkToken, tokenIn } from '#src/domain/model/linked-application.ts';
import { inLanguage } from '#src/language/paths.ts';
import { texts } from '#src/language/server.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';
import { readForm, refusal, respondToForm, successAnswer } from './receive-form.ts';

type FoundByLink<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'unknown' | 'unavailable' };

/**
 * Finds the data for the page of a link. It changes nothing, because mail scanners open links. @param isGone whether
 * the person has just ended or erased the data, so that the page is no error
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

/** The answer for a script, and a `code` for the next page, from the page's own list. */
interface LinkAnswer<Code> extends FormAnswer {
  readonly code?: Code;
}

/**
 * Checks a form on the page of a link and performs its action; the token gives the right to it. Resolves with the code
 * or the answer, or with undefined if the link leads to nothing.
 */
export type LinkAction<Code> = (
  token: string,
  data: FormData,
) => Promise<Code | LinkAnswer<Code> | undefined>;

/** The answer if the API host or the database does not respond. */
export const unchanged = () =>
  ({
    ...refusal(failureKinds.unavailable.httpStatus, [texts().myApplication.unavailable]),
    code: 'unchanged',
  }) as const;

export async function answerByLink<Code extends string>(
  action: LinkAction<Code>,
  token: string,
  data: FormData,
): Promise<LinkAnswer<Code | 'unchanged'>> {
  try {
    const done = linkToken.test(token) ? await action(token, data) : undefined;
    if (done === undefined) return refusal(404, [texts().myApplication.unknownLink]);
    return typeof done === 'string' ? { ...successAnswer(''), code: done } : done;
  } catch (error) {
    reportUnavailable(error);
    return unchanged();
  }
}

/**
 * Returns the routes of the pages of one kind of link. No response is stored or listed by search engines. An address
 * with characters that mail programs add leads to the page, and so does a GET of a form's address, because mail
 * scanners open every link. A form leads to the page with its result and the query of its own address. @param actions
 * by the last part of the path of their forms
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
      const token = c.req.param('token');
      const data = await readForm(c);
      const { code, ...answer } = await answerByLink(action, token, data);
      const next = withResult(hrefOf(token) + new URL(c.req.url).search, code);
      return respondToForm(c, { form: name, data }, { ...answer, next });
    });
  return app;
}

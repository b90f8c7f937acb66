import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { feedbackPath, myApplicationPaths, receiptHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { jsonOrUndefined } from '#src/domain/model/json.ts';
import { linkToken } from '#src/domain/model/linked-application.ts';
import { inLanguage } from '#src/language/paths.ts';
import { splitLanguage } from '#src/language/server.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { hostCookieName, hostCookieOptions } from '#src/submissions/upload-ticket.ts';
import type { UploadFailure } from './upload-response.ts';

const resultName = 'upload_outcome';
/** The cookie brings the messages to the next page. */
const cookieName = () => hostCookieName(settings().siteOrigin, resultName);
/** The browser opens the next page at once. If it does not, no later page shows the outcome after this time. */
const lifetimeMs = 60_000;

/** Browsers refuse a cookie of more than 4096 bytes, and base64 takes a third more. */
const maxMessageBytes = 2400;

const outcomeSchema = z.object({
  /** A message with a `field` is shown at that field. */
  errors: z.array(
    z.object({
      field: z.enum(documentOrder).optional(),
      message: z.string(),
    }),
  ),
});

/** The result of an upload without script, for the page to which the visitor was redirected. */
export type UploadOutcome = z.infer<typeof outcomeSchema>;

/** `link` is the path of the page with the form. Any other value, such as another site's, leads to the receipt. */
export function redirectWithOutcome(
  c: Context<SiteEnv>,
  submission: Submission | undefined,
  failures: readonly UploadFailure[],
  link = '',
): Response {
  const maxBytes = Math.floor(maxMessageBytes / Math.max(failures.length, 1));
  const outcome: UploadOutcome = {
    errors: failures.map(({ field, message, messageWithoutName = message }) => ({
      ...(field && { field }),
      message: Buffer.from(messageWithoutName).subarray(0, maxBytes).toString(),
    })),
  };
  const value = Buffer.from(JSON.stringify(outcome)).toString('base64url');
  const { setCookie, origin } = requestContext();
  setCookie(cookieName(), value, hostCookieOptions(origin, lifetimeMs));
  c.header('cache-control', noStore);
  return c.redirect(pageOf(submission, link), 303);
}

function pageOf(submission: Submission | undefined, link: string): string {
  const { path } = splitLanguage(link);
  if (path.startsWith(myApplicationPaths) && linkToken.test(path.slice(myApplicationPaths.length)))
    return link;
  return submission
    ? receiptHref(submission.joblistingid, submission.id)
    : inLanguage(feedbackPath);
}

/** Passes the result of an upload without script to the page of this request. Only one page shows it. */
export const showUploadOutcome = (): MiddlewareHandler<SiteEnv> => async (c, next) => {
  const { getCookie, setCookie, results, origin } = requestContext();
  const value = c.req.method === 'GET' ? getCookie(cookieName()) : undefined;
  if (value !== undefined) {
    setCookie(cookieName(), '', hostCookieOptions(origin, 0));
    const text = Buffer.from(value, 'base64url').toString();
    const outcome = outcomeSchema.safeParse(jsonOrUndefined(text));
    if (outcome.success) results.set(resultName, outcome.data);
  }
  await next();
};

export const uploadOutcome = (): UploadOutcome | undefined =>
  requestContext().results.get(resultName) as UploadOutcome | undefined;

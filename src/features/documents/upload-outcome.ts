import type { Context, MiddlewareHandler } from 'hono';
import { generateCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { feedbackPath, myApplicationPaths, receiptHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { jsonOrUndefined } from '#src/domain/model/json.ts';
import { linkToken } from '#src/domain/model/linked-application.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { inLanguage } from '#src/language/paths.ts';
import { splitLanguage } from '#src/language/server.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import type { Submission } from '#src/submissions/submission.ts';
import type { UploadError } from './upload-response.ts';
import type { UploadOutcome } from './upload-state.ts';

const resultName = 'upload_outcome';
/** The redirect follows at once. If the page is never opened, an old outcome is shown for no longer than this. */
const lifetimeSeconds = 60;

/** Its texts must reach the next page. Browsers accept a `__Host-` cookie only from this host, and only over https. */
function cookieOptions(maxAge: number) {
  const options = { path: '/', maxAge, httpOnly: true, sameSite: 'Strict' } as const;
  const isSecure = settings().siteOrigin.startsWith('https:');
  return isSecure ? ({ ...options, prefix: 'host', secure: true } as const) : options;
}

/** Browsers refuse a cookie of more than 4096 bytes, and base64 takes a third more. */
const maxMessageBytes = 2400;

const outcomeSchema = z.object({
  errors: z.array(
    z.object({
      field: z.enum(documentOrder as readonly [DocumentType, ...DocumentType[]]).optional(),
      message: z.string(),
    }),
  ),
});

/**
 * `link` is the page that the form was on; any other value, for example one of
 * another site, leads to the receipt.
 */
export function redirectWithOutcome(
  c: Context<SiteEnv>,
  {
    submission,
    link = '',
    error,
  }: {
    readonly submission: Submission | undefined;
    readonly link: string | undefined;
    readonly error: UploadError | undefined;
  },
): Response {
  const errors = error ? [error, ...error.otherErrors] : [];
  const maxBytes = Math.floor(maxMessageBytes / Math.max(errors.length, 1));
  const outcome: UploadOutcome = {
    errors: errors.map(({ field, messageWithoutName }) => ({
      ...(field && { field }),
      message: Buffer.from(messageWithoutName).subarray(0, maxBytes).toString(),
    })),
  };
  const value = Buffer.from(JSON.stringify(outcome)).toString('base64url');
  setCookie(c, resultName, value, cookieOptions(lifetimeSeconds));
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

/** Passes the result of an upload without script to the page of this request, once. */
export function showUploadOutcome(): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const value = c.req.method === 'GET' ? takeCookie(c) : undefined;
    const outcome = outcomeSchema.safeParse(
      value && jsonOrUndefined(Buffer.from(value, 'base64url').toString()),
    );
    if (outcome.success) c.get('results').set(resultName, outcome.data);
    await next();
  };
}

export const uploadOutcome = (): UploadOutcome | undefined =>
  requestContext().results.get(resultName) as UploadOutcome | undefined;

/** Returns the value and removes it, so that only one page shows it. */
function takeCookie(c: Context<SiteEnv>): string | undefined {
  const options = cookieOptions(0);
  const value = getCookie(c, resultName, 'prefix' in options ? options.prefix : undefined);
  if (value !== undefined) c.get('setCookies').push(generateCookie(resultName, '', options));
  return value;
}

import type { Context, MiddlewareHandler } from 'hono';
import { generateCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { z } from 'zod';
import { feedbackPath, inLanguage, myApplicationPaths, receiptHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { linkToken } from '#src/domain/model/linked-application.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { splitLanguage } from '#src/language/server.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import type { Submission } from '#src/submissions/submission.ts';

import type { UploadError } from './upload-response.ts';
import type { UploadOutcome } from './upload-state.ts';

const resultName = 'upload_outcome';
/** The redirect follows at once. If the page is never opened, an old result is shown for no longer than this. */
const lifetimeSeconds = 60;
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

/** Browsers accept a `__Host-` cookie only from this host. */
function cookieOf(maxAge: number): readonly [name: string, options: CookieOptions] {
  const secure = settings().siteOrigin.startsWith('https:');
  const options = { path: '/', maxAge, httpOnly: true, sameSite: 'Strict', secure } as const;
  return [secure ? `__Host-${resultName}` : resultName, options];
}

/**
 * The result is in a cookie for one page. `link` is the page that the form was on; any other value, for example one of
 * another site, leads to the receipt.
 */
export function redirectWithOutcome(
  c: Context,
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
  const [name, options] = cookieOf(lifetimeSeconds);
  setCookie(c, name, value, options);
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
    const [name, removed] = cookieOf(0);
    const value = c.req.method === 'GET' ? getCookie(c, name) : undefined;
    if (value !== undefined) {
      const outcome = outcomeSchema.safeParse(parseJson(value));
      if (outcome.success) c.get('results').set(resultName, outcome.data);
      c.get('setCookies').push(generateCookie(name, '', removed));
    }
    await next();
  };
}

/** A cookie comes from the network, so the text may be no JSON; the result is then undefined. */
function parseJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64url').toString());
  } catch {
    return undefined;
  }
}

export const uploadOutcome = (): UploadOutcome | undefined =>
  requestContext().results.get(resultName) as UploadOutcome | undefined;

import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { feedbackPath, myApplicationPaths, receiptHref } from '#src/addresses.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { jsonOrUndefined } from '#src/domain/model/json.ts';
import { linkToken } from '#src/domain/model/linked-application.ts';
import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { inLanguage } from '#src/language/paths.ts';
import { splitLanguage } from '#src/language/server.ts';
import { setFlashCookie, takeFlashCookie } from '#src/request/flash-cookie.ts';
import { requestContext } from '#src/request/request-context.ts';
import { noStore, type SiteEnv } from '#src/request/site-env.ts';
import type { Submission } from '#src/submissions/submission.ts';
import type { UploadError } from './upload-response.ts';
import type { UploadOutcome } from './upload-state.ts';

const resultName = 'upload_outcome';
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
  setFlashCookie(c, resultName, Buffer.from(JSON.stringify(outcome)).toString('base64url'));
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
    const value = c.req.method === 'GET' ? takeFlashCookie(c, resultName) : undefined;
    const outcome = outcomeSchema.safeParse(
      value && jsonOrUndefined(Buffer.from(value, 'base64url').toString()),
    );
    if (outcome.success) c.get('results').set(resultName, outcome.data);
    await next();
  };
}

export const uploadOutcome = (): UploadOutcome | undefined =>
  requestContext().results.get(resultName) as UploadOutcome | undefined;

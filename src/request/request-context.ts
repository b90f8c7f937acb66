import type { Context } from 'hono';
import { tryGetContext } from 'hono/context-storage';
import { generateCookie, getCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { settings } from '#src/config/settings.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import type { PostedForm } from '#src/domain/rules/spam-check.ts';
import type { PageRecord } from './page-record.ts';
import { remoteAddressOf } from './remote-address.ts';
import type { SiteEnv } from './site-env.ts';

/**
 * The context of the current request, in middleware, server components and server functions. Outside a request (at build
 * time, in a timer) the function throws.
 */
export function requestContext() {
  const c = tryGetContext<SiteEnv>();
  if (!c) throw new Error('requestContext() was called outside a request');
  const { trustProxy, siteOrigin } = settings();
  return {
    /** The decoded value of a cookie. Of two cookies with the same name the first counts. */
    getCookie: (name: string): string | undefined => {
      markPrivate(c);
      return getCookie(c, name);
    },
    getHeader: (name: string): string | undefined => {
      markPrivate(c);
      return c.req.header(name);
    },
    /** Must be called before the response starts: in a server function, not in a component that streams. */
    setCookie: (...cookie: [name: string, value: string, options: CookieOptions]): void =>
      void c.get('setCookies').push(generateCookie(...cookie)),
    /** Form results by form name. A response with one is private and never cached. `formResult` reads and writes them. */
    results: c.get('results'),
    /** Adds Retry-After to the response, and gives a page the status 429. */
    retryAfter: (milliseconds: number): void => c.set('retryAfterMs', milliseconds),
    /** Loads another path after `seconds`, also without JavaScript (the Refresh header of HTML). */
    refresh: (seconds: number, path: string): void => c.set('refresh', `${seconds};url=${path}`),
    /**
     * Gives the page the status 503 unless a part of it was sent: its main content is missing because the API host did not
     * respond. Search engines and monitors then ignore the page.
     */
    unavailable: (): void => setPageStatus(c, failureKinds.unavailable.httpStatus),
    /** Gives the page the status 404 unless a part of it was sent. */
    notFound: (): void => setPageStatus(c, 404),
    /** Gives the page the status 410 unless a part of it was sent. */
    gone: (): void => setPageStatus(c, c.get('pageStatus') ?? 410),
    /** The visitor's address, through as many proxies as TRUST_PROXY allows. It is 'unknown' if there is no socket. */
    remoteAddress: remoteAddressOf(c, trustProxy),
    origin: siteOrigin,
  };
}

function setPageStatus(c: Context<SiteEnv>, status: 404 | 410 | 503): void {
  markPrivate(c);
  c.set('pageStatus', status);
}

function markPrivate(c: Context<SiteEnv>): void {
  const record = c.get('record');
  if (record) record.isPrivate = true;
}

/** The record is undefined outside a request. */
export const pageRecord = (): PageRecord | undefined => tryGetContext<SiteEnv>()?.get('record');

/** Adds JSON-LD to the head of the page that is rendered. It must be called before the page has its first part. */
export function addStructuredData(data: object): void {
  pageRecord()?.structuredData.push(data);
}

/**
 * Passes the result of a plain form post from the server function to the server component that renders the form again in
 * the same request. `name` is the form's name.
 */
export const formResult = <Result>(name: string) => ({
  set: (posted: PostedForm<Result>): void => void requestContext().results.set(name, posted),
  /** The result is undefined if the request does not post this form. */
  get: (): PostedForm<Result> | undefined =>
    requestContext().results.get(name) as PostedForm<Result> | undefined,
});

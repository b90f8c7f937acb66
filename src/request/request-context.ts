import type { Context } from 'hono';
import { tryGetContext } from 'hono/context-storage';
import { generateCookie, getCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { settings } from '#src/config/settings.ts';
import { failureKinds } from '#src/domain/api/failures.ts';
import type { Section } from '#src/texts/catalogue.ts';
import type { PageRecord } from './page-record.ts';
import { remoteAddressOf } from './remote-address.ts';
import type { SiteEnv } from './site-env.ts';

/** Throws outside a request: at build time, in a timer. */
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
    /** Form results by form name. A response with one is private and never cached. */
    results: c.get('results'),
    /** Adds Retry-After to the response, and gives a page the status 429. */
    retryAfter: (milliseconds: number): void => c.set('retryAfterMs', milliseconds),
    /** Gives the page the status 503, so that search engines and monitors ignore it, unless a part of it was sent. */
    unavailable: (): void => setPageStatus(c, failureKinds.unavailable.httpStatus),
    notFound: (): void => setPageStatus(c, 404),
    /** Gives the page the status 410, unless a part of it was sent. */
    gone: (): void => setPageStatus(c, c.get('pageStatus') ?? 410),
    /** The visitor's address behind as many proxies as TRUST_PROXY says. It is 'unknown' if there is no socket. */
    get remoteAddress() {
      return remoteAddressOf(c, trustProxy);
    },
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
 * Sends sections of the texts to the browser, for the client components of the page. It must be called before the page
 * has its first part. Components that are rendered later can use only sections that were named before.
 */
export function addBrowserTexts(...sections: readonly Section[]): void {
  for (const section of sections) pageRecord()?.sections.add(section);
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6, SocketAddress } from 'node:net';
import type { Context } from 'hono';
import { tryGetContext } from 'hono/context-storage';
import { generateCookie, getCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { settings } from '#src/config/settings.ts';
import type { PostedForm } from '#src/domain/rules/spam-check.ts';

/** What is noted while a page is rendered. */
export interface PageRecord {
  /** Written into the inline scripts of the renderer. */
  readonly nonce: string;
  readonly structuredData: object[];
  /** The API reads with the version that each had; undefined: an earlier copy, because the API host does not respond. */
  readonly reads: Map<string, string | undefined>;
  /** Reads in progress: a page that is complete before them lacks their data. */
  pendingReads: number;
  /** The page depends on a cookie or lacks some data, so it must not be stored. */
  isPrivate: boolean;
}

export const createPageRecord = (): PageRecord => ({
  nonce: randomBytes(16).toString('hex'),
  structuredData: [],
  reads: new Map(),
  pendingReads: 0,
  isPrivate: false,
});

/** What @hono/node-server passes with each request; absent where a test calls the app without a port. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
  /** Set where a page is rendered that may be stored. */
  readonly record?: PageRecord;
}

export interface SiteEnv {
  Bindings: NodeBindings;
  Variables: {
    setCookies: string[];
    /** Form results of server functions, for the page that is rendered in the same request. */
    results: Map<string, unknown>;
    formBytes?: number;
    /** Set when a rate limit is exceeded, in milliseconds. */
    retryAfterMs?: number;
    /** In place of 200: the page cannot show its main content, or is that of a closed opening. */
    pageStatus?: 503 | 410;
    /** The value of the Refresh header. */
    refresh?: string;
    record?: PageRecord;
  };
}

/**
 * The context of the current request, in middleware, server components and server functions. Throws
 * outside a request (at build time, in a timer).
 */
export function requestContext() {
  const c = tryGetContext<SiteEnv>();
  if (!c) throw new Error('requestContext() was called outside a request');
  const { trustProxy, siteOrigin } = settings();
  return {
    /** The decoded value of a cookie of the request; of two with the same name, the first. */
    getCookie: (name: string): string | undefined => {
      markPrivate(c);
      return getCookie(c, name);
    },
    /** Call it before the response starts: in a server function, not in a component that streams. */
    setCookie: (...cookie: [name: string, value: string, options: CookieOptions]): void =>
      void c.get('setCookies').push(generateCookie(...cookie)),
    /** Form results by form name; a response with one is private and never cached. Use `formResult`. */
    results: c.get('results'),
    /** Adds Retry-After to the response, and gives a page the status 429. */
    retryAfter: (milliseconds: number): void => c.set('retryAfterMs', milliseconds),
    /** Loads another path after `seconds`, also without JavaScript (the Refresh header of HTML). */
    refresh: (seconds: number, path: string): void => c.set('refresh', `${seconds};url=${path}`),
    /**
     * Gives the page the status 503 unless a part of it was sent: its main content is missing because the API
     * host did not respond. Search engines and monitors then ignore the page.
     */
    unavailable: (): void => setPageStatus(c, 503),
    /** Gives the page the status 410 unless a part of it was sent. */
    gone: (): void => setPageStatus(c, c.get('pageStatus') ?? 410),
    /** The visitor's address, through as many proxies as TRUST_PROXY allows; 'unknown' without a socket. */
    remoteAddress: remoteAddressOf(c, trustProxy),
    origin: siteOrigin,
  };
}

function setPageStatus(c: Context<SiteEnv>, status: 503 | 410): void {
  markPrivate(c);
  c.set('pageStatus', status);
}

function markPrivate(c: Context<SiteEnv>): void {
  const record = c.get('record');
  if (record) record.isPrivate = true;
}

/** The record of the page that is rendered; undefined outside a request. */
export const pageRecord = (): PageRecord | undefined => tryGetContext<SiteEnv>()?.get('record');

/** Adds JSON-LD to the head of the page that is rendered. Call it before the page has its first part. */
export function addStructuredData(data: object): void {
  pageRecord()?.structuredData.push(data);
}

/**
 * Passes the result of a plain form post from the server function to the server component that renders the
 * form again in the same request. `name` is the form's name.
 */
export const formResult = <Result>(name: string) => ({
  set: (posted: PostedForm<Result>): void => void requestContext().results.set(name, posted),
  /** Undefined where the request does not post this form. */
  get: (): PostedForm<Result> | undefined =>
    requestContext().results.get(name) as PostedForm<Result> | undefined,
});

/**
 * The visitor's address in its shortest form: the socket's, or with `trustedProxies` the entry of X-Forwarded-For that
 * the outermost trusted proxy added. The visitor can forge the entries before it.
 */
export function remoteAddressOf(c: Context<SiteEnv>, trustedProxies: number): string {
  const socketAddress = c.env?.incoming?.socket.remoteAddress ?? '';
  const forwarded = trustedProxies === 0 ? [] : (c.req.header('x-forwarded-for')?.split(',') ?? []);
  return (
    toAddress(forwarded.at(-trustedProxies) ?? forwarded[0] ?? '') ??
    toAddress(socketAddress) ??
    'unknown'
  );
}

/** One spelling of an address, without port and zone; IPv4 where an IPv6 socket reports it. */
function toAddress(text: string): string | undefined {
  const entry = text.trim().replace(/%[^\]]*/, '');
  const { address } = SocketAddress.parse(isIPv6(entry) ? `[${entry}]` : entry) ?? {};
  return address?.replace(/^::ffff:(?=\d+\.)/, '');
}

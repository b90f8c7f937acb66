import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { tryGetContext } from 'hono/context-storage';
import { generateCookie, getCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { settings } from '#src/config/settings.ts';

/** What @hono/node-server gives each request beside it; absent where a test calls the app without a port. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

export interface SiteEnv {
  Bindings: NodeBindings;
  Variables: {
    /** Set-Cookie values that `setCookie` collected, to be added to whatever is answered. */
    setCookies: string[];
    /** What server functions leave for the page that answers the same request. */
    results: Map<string, unknown>;
    /** How long a visitor who had no turn left is to wait, in milliseconds. */
    retryAfterMs?: number;
    /** Whether the page says that what it is about cannot be shown. */
    unavailable?: true;
  };
}

/** The request being answered, as server components and server functions may know it. */
export interface RequestContext {
  /** The decoded value of a cookie of the request; of two with the same name, the first. */
  getCookie(name: string): string | undefined;
  /** Sets a cookie in the response. Call it before the response starts: in a server function, not in a component that streams. */
  setCookie(name: string, value: string, options: CookieOptions): void;
  /**
   * What a server function leaves for the page that is rendered after it, when a plain form post called
   * it (decision 074). Such an answer is one person's and is never kept.
   */
  readonly results: Map<string, unknown>;
  /** Says in the answer's headers when to come back: Retry-After, and 429 where the answer is a page. */
  retryAfter(milliseconds: number): void;
  /**
   * Says that the page is without what it is about, because the API host did not answer: 503, as long as
   * none of the page has been sent, so that search engines and monitors do not take it for the real one.
   */
  unavailable(): void;
  /** The visitor's address, believing as many proxies as TRUST_PROXY says; 'unknown' where there is no socket. */
  readonly remoteAddress: string;
  /** The site's public origin (SITE_ORIGIN). */
  readonly origin: string;
  /** Aborted when the visitor has gone. */
  readonly signal: AbortSignal;
}

/**
 * The request under way. Works in middleware, server components and server functions, called from
 * script or by a plain form post alike; throws outside a request (at build time, in a timer).
 */
export function requestContext(): RequestContext {
  const c = tryGetContext<SiteEnv>();
  if (!c) throw new Error('requestContext() was called outside a request');
  const { trustProxy, siteOrigin } = settings();
  return {
    getCookie: (name) => getCookie(c, name),
    setCookie: (...cookie) => void c.get('setCookies').push(generateCookie(...cookie)),
    results: c.get('results'),
    retryAfter: (milliseconds) => c.set('retryAfterMs', milliseconds),
    unavailable: () => c.set('unavailable', true),
    remoteAddress: remoteAddressOf(c, trustProxy),
    origin: siteOrigin,
    signal: c.req.raw.signal,
  };
}

/**
 * The visitor's address: the socket's, or with `trustedProxies` in front the entry of X-Forwarded-For
 * that the outermost trusted one added. Entries further left are the visitor's own claim.
 */
export function remoteAddressOf(c: Context<SiteEnv>, trustedProxies: number): string {
  const socketAddress = c.env?.incoming?.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return withoutMapping(socketAddress);
  const claimed = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return withoutMapping(claimed.at(-trustedProxies) ?? claimed[0] ?? socketAddress);
}

/** An IPv4 address seen through an IPv6 socket, written as IPv4. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

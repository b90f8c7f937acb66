import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageRecord } from './page-record.ts';

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
    /** In place of 200: the page cannot show its main content, or what it is about does not exist or is closed. */
    pageStatus?: 404 | 410 | 503;
    /** The value of the Refresh header. */
    refresh?: string;
    record?: PageRecord;
  };
}

/** The Cache-Control of a response with data of one visitor. */
export const noStore = 'private, no-store';

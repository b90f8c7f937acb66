import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageRecord } from './page-record.ts';

/** @hono/node-server passes these values with each request. They are absent if a test calls the app without a port. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
  /** Present if the page may be stored. */
  readonly record?: PageRecord;
}

export interface SiteEnv {
  Bindings: NodeBindings;
  Variables: {
    setCookies: string[];
    /** Results of forms, for the page that is rendered in the same request. */
    results: Map<string, unknown>;
    formBytes?: number;
    retryAfterMs?: number;
    /** Replaces 200, if the page cannot show its main content, or its subject does not exist or is closed. */
    pageStatus?: 404 | 410 | 503;
    record?: PageRecord;
  };
}

declare module 'hono' {
  interface ContextRenderer {
    /** `c.render` responds with a page of the site in the same request. The default address is that of the request. */
    // biome-ignore lint/style/useShorthandFunctionType: only an interface can be completed here.
    (page: { readonly address?: string | undefined; readonly status: number }): Promise<Response>;
  }
}

/** Cache-Control of a response with data of one visitor. */
export const noStore = 'private, no-store';

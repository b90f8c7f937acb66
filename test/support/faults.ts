import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type VisitorOptions, visitor } from './browser.ts';
import { newAddress } from './client-address.ts';
import { type SiteAndHosts, sharedSite } from './shared-sites.ts';

/** The time limit of the fault tests' site for calls to its host, in milliseconds. */
export const faultTimeoutMs = 8000;

export interface FaultSite extends SiteAndHosts {
  readonly origin: string;
  /**
   * Like `visitor`, without the editor, which the results do not depend on; browser messages about failed
   * responses do not fail the test.
   */
  visitor(t: TestContext, options?: VisitorOptions): Promise<Page>;
  /** A header that gives a request a separate client address. */
  address(): { readonly 'x-forwarded-for': string };
}

/** Returns the shared site with a short time limit for its hosts. */
export function faultSite(env: Readonly<Record<string, string>> = {}): FaultSite {
  const shared = sharedSite({ API_TIMEOUT_MS: String(faultTimeoutMs), ...env });
  return {
    get origin() {
      return shared.site.origin;
    },
    get site() {
      return shared.site;
    },
    get primary() {
      return shared.primary;
    },
    get secondary() {
      return shared.secondary;
    },
    address: newAddress,
    visitor: (t, options = {}) =>
      visitor(t, {
        editor: false,
        ...options,
        allowConsole: ['Failed to load resource', ...(options.allowConsole ?? [])],
      }),
  };
}

import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type VisitorOptions, visitor } from './browser.ts';
import { newAddress } from './shared.ts';
import { type SiteAndHosts, sharedSite } from './shared-sites.ts';

/** How long the site of the fault tests waits for its host, in milliseconds. */
export const faultTimeoutMs = 1500;

export interface FaultSite extends SiteAndHosts {
  readonly origin: string;
  /** As `visitor`; what the browser itself logs of failed responses does not fail the test. */
  visitor(t: TestContext, options?: VisitorOptions): Promise<Page>;
  /** The header that gives a request an address of its own. */
  address(): { readonly 'x-forwarded-for': string };
}

/** The shared site with a short time limit for its hosts. */
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
        ...options,
        allowConsole: ['Failed to load resource', ...(options.allowConsole ?? [])],
      }),
  };
}

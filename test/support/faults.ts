import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type VisitorOptions, visitor } from './browser.ts';
import { newAddress } from './shared.ts';
import { type SiteAndHosts, sharedSite } from './shared-site.ts';

/** What a fault test proves, for the table in docs/faults.md. Each is a sentence, or a part of one. */
export interface Fault {
  readonly fault: string;
  /** What the person reads and what became of what they wrote. */
  readonly sees: string;
  readonly hostReceived: string;
}

export interface FaultRow extends Fault {
  /** The name of the test that proves it. */
  readonly test: string;
}

/**
 * A test whose row stands in docs/faults.md. `npm run faults` reads the rows by importing the test files
 * with `collectFaults` under way: then nothing runs.
 */
export function fault(
  row: Fault,
  name: string,
  run: (t: TestContext) => void | Promise<void>,
): void {
  if (collected) collected.push({ ...row, test: name });
  else test(name, run);
}

let collected: FaultRow[] | undefined;

/** The rows that `load` registers, in their order; their tests are not run. */
export async function collectFaults(load: () => Promise<unknown>): Promise<FaultRow[]> {
  collected = [];
  try {
    await load();
    return collected;
  } finally {
    collected = undefined;
  }
}

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

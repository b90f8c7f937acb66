import { after, before, beforeEach, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type VisitorOptions, visitor } from './browser.ts';
import { type ScriptedHost, startScriptedHost } from './scripted-host.ts';
import { type RunningSite, startSite } from './site.ts';

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

export interface FaultSite {
  readonly origin: string;
  readonly site: RunningSite;
  readonly primary: ScriptedHost;
  /** Asked by the second candidate check only. */
  readonly secondary: ScriptedHost;
  /**
   * A visitor from an address nobody else has, so that no test counts against another's rate limit. What
   * the browser itself logs of failing answers is no complaint here: it is what these tests are about.
   */
  visitor(t: TestContext, options?: VisitorOptions): Promise<Page>;
  /** The header that gives a request an address of its own. */
  address(): { readonly 'x-forwarded-for': string };
}

/**
 * One site in front of two scripted hosts for all tests of a file. Both hosts forget everything before
 * each test.
 */
export function faultSite(env: Readonly<Record<string, string>> = {}): FaultSite {
  let running: { site: RunningSite; primary: ScriptedHost; secondary: ScriptedHost } | undefined;
  let people = 0;
  const started = () => {
    if (!running) throw new Error('The site is not running outside tests.');
    return running;
  };
  const shared: FaultSite = {
    get origin() {
      return started().site.origin;
    },
    get site() {
      return started().site;
    },
    get primary() {
      return started().primary;
    },
    get secondary() {
      return started().secondary;
    },
    address() {
      people += 1;
      return { 'x-forwarded-for': `198.51.100.${people}` };
    },
    visitor: (t, options = {}) =>
      visitor(t, {
        extraHTTPHeaders: shared.address(),
        ...options,
        allowConsole: ['Failed to load resource', ...(options.allowConsole ?? [])],
      }),
  };
  if (collected) return shared;
  before(async () => {
    const [primary, secondary] = await Promise.all([startScriptedHost(), startScriptedHost()]);
    const site = await startSite({
      env: {
        API_HOST: primary.origin,
        API_SECONDARY_HOST: secondary.origin,
        API_TIMEOUT_MS: String(faultTimeoutMs),
        CACHE_TTL_MS: '0',
        TRUST_PROXY: '1',
        ...env,
      },
    });
    running = { site, primary, secondary };
  });
  beforeEach(async () => {
    for (const host of [started().primary, started().secondary]) {
      host.reset();
      await host.restart();
    }
  });
  after(async () => {
    await running?.site.stop();
    await running?.primary.stop();
    await running?.secondary.stop();
  });
  return shared;
}

import { beforeEach } from 'node:test';
import { type ScriptedHost, startScriptedHost } from './scripted-host.ts';
import { beforeTests, closeAtEnd } from './shared.ts';
import { type RunningSite, startSite } from './site.ts';

/** A site with two scripted API hosts. */
export interface SiteAndHosts {
  readonly site: RunningSite;
  readonly primary: ScriptedHost;
  /** Receives the second candidate check only; no calls if the site was started with one host. */
  readonly secondary: ScriptedHost;
}

type Env = Readonly<Record<string, string>>;

/** Running sites by their settings. A file uses one at a time; beyond the maximum the oldest is stopped. */
const running = new Map<string, SiteAndHosts>();
const maxRunning = 3;

closeAtEnd(() => Promise.all([...running.values()].map(stop)));

async function acquire(env: Env, hosts: 1 | 2): Promise<SiteAndHosts> {
  const key = JSON.stringify([hosts, env]);
  const known = running.get(key);
  if (known && known.site.process.exitCode === null) return known;
  const [oldest] = running;
  if (oldest && running.size >= maxRunning) {
    running.delete(oldest[0]);
    await stop(oldest[1]);
  }
  const [primary, secondary] = await Promise.all([startScriptedHost(), startScriptedHost()]);
  const site = await startSite({
    env: {
      API_HOST: primary.origin,
      ...(hosts === 2 && { API_SECONDARY_HOST: secondary.origin }),
      CACHE_TTL_MS: '0',
      TRUST_PROXY: '1',
      // A test may hold a reply back for longer than the defaults. On a busy machine a read takes longer than that, and a test
      // would see the list of an earlier one.
      API_TIMEOUT_MS: '60000',
      STALE_AFTER_MS: '60000',
      ...env,
    },
  });
  const started = { site, primary, secondary };
  running.set(key, started);
  return started;
}

async function stop({ site, primary, secondary }: SiteAndHosts): Promise<void> {
  await site.stop();
  await Promise.all([primary.stop(), secondary.stop()]);
}

/**
 * Starts the site of a test file, shared with the other files of the process that use the same settings. Nothing
 * is cached between reads, and every X-Forwarded-For header is trusted. Both hosts are reset before each
 * test.
 */
export function sharedSite(env: Env = {}, hosts: 1 | 2 = 2): SiteAndHosts {
  const started = beforeTests(async () => {
    const acquired = await acquire(env, hosts);
    for (const host of [acquired.primary, acquired.secondary]) host.forget();
    return acquired;
  });
  beforeEach(async () => {
    for (const host of [started().primary, started().secondary]) {
      host.reset();
      await host.restart();
    }
  });
  return {
    get site() {
      return started().site;
    },
    get primary() {
      return started().primary;
    },
    get secondary() {
      return started().secondary;
    },
  };
}

let sample: Promise<RunningSite> | undefined;

/** Returns a site with its embedded API host and the sample data, for tests that change no opening; also shared. */
export function sampleSite(): { readonly origin: string } {
  const site = beforeTests(() => {
    sample ??= startSite({ env: { TRUST_PROXY: '1' } }).then((started) => {
      closeAtEnd(() => started.stop());
      return started;
    });
    return sample;
  });
  return {
    get origin() {
      return site().origin;
    },
  };
}

import { after, before } from 'node:test';
import { type ScriptedHost, startScriptedHost } from '../support/scripted-host.ts';
import { type RunningSite, startSite } from '../support/site.ts';

/** The built site beside a scripted API host, for all tests of a file; nothing is reused between reads. */
export function siteAndHost(env: Readonly<Record<string, string>> = {}) {
  let host: ScriptedHost | undefined;
  let site: RunningSite | undefined;
  before(async () => {
    host = await startScriptedHost();
    site = await startSite({ env: { API_HOST: host.origin, CACHE_TTL_MS: '0', ...env } });
  });
  after(async () => {
    await site?.stop();
    await host?.stop();
  });
  const started = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('not started yet');
    return thing;
  };
  return {
    get host() {
      return started(host);
    },
    get site() {
      return started(site);
    },
    get origin() {
      return started(site).origin;
    },
    /** The HTML of a page as it stands in the answer, scripts left out: what a reader without script gets. */
    async read(
      path: string,
      init?: RequestInit,
    ): Promise<{ status: number; headers: Headers; html: string }> {
      const response = await fetch(new URL(path, started(site).origin), init);
      const html = (await response.text()).replace(/<script\b.*?<\/script>/gs, '');
      return { status: response.status, headers: response.headers, html };
    },
  };
}

/** The reply of a list call. */
export const listOf = (data: readonly unknown[]) => ({ status: true, data });

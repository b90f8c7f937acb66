import { sharedSite } from './shared-sites.ts';

/** Settings of a site with a public address, and a short time limit for its host. */
export const publicSite = {
  SITE_ORIGIN: 'https://careers.example',
  API_TIMEOUT_MS: '5000',
} as const;

/** The HTML of React for content that follows. */
const pendingBoundary = '<!--$?-->';

export function siteAndHost(env: Readonly<Record<string, string>> = {}) {
  const shared = sharedSite(env, 1);
  return {
    get host() {
      return shared.primary;
    },
    get site() {
      return shared.site;
    },
    get origin() {
      return shared.site.origin;
    },
    /** The HTML of a page as in the response, without scripts. */
    async read(
      path: string,
      init?: RequestInit,
    ): Promise<{ status: number; headers: Headers; html: string }> {
      const response = await fetch(new URL(path, shared.site.origin), init);
      const html = (await response.text()).replace(/<script\b.*?<\/script>/gs, '');
      return { status: response.status, headers: response.headers, html };
    },
    /** Reads a page until its list is in its place: on a busy machine a page streams it after the rest. */
    async readWhole(path: string) {
      for (;;) {
        const page = await this.read(path);
        if (!page.html.includes(pendingBoundary)) return page;
      }
    },
    /** Reads a page until its HTML matches: a stored page is sent until it has been rendered again. */
    async readUntil(path: string, expected: RegExp) {
      for (;;) {
        const page = await this.read(path);
        if (expected.test(page.html)) return page;
      }
    },
  };
}

/** Returns the reply of a list call. */
export const listOf = (data: readonly unknown[]) => ({ status: true, data });

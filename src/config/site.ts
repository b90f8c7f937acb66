import { readFileSync } from 'node:fs';
import { type Feature, siteHas } from './features.ts';
import { type LoadedSite, loadSite } from './load-site.ts';
import type { SiteConfig } from './site-schema.ts';

/**
 * `careers start` sends the site config to its API host, which never reads the file again, on standard input. A build has this
 * variable as a constant, and nothing of what reads and checks the files (cli/bundle.config.ts).
 */
export const siteFromParent = 'CAREERS_SITE_FROM_PARENT';

/** Sources and the built site, with its several copies of this module, run in one process. */
const key = Symbol.for('careers.site');
const shared = globalThis as { [key]?: LoadedSite };
shared[key] ??= process.env.CAREERS_SITE_FROM_PARENT
  ? (JSON.parse(readFileSync(0, 'utf8')) as LoadedSite)
  : loadSite(process.env.SITE_CONFIG);

/** The site config of this process, which is read once. */
export const loadedSite: LoadedSite = shared[key];

export const sampleWarning = 'Set SITE_CONFIG: pages and mails are those of the sample company.';
/** Returns whether strangers see the sample, and get its mails, at this public origin. */
export const isSamplePublic = (publicOrigin: string | undefined): boolean =>
  loadedSite.isSample && publicOrigin !== undefined;

/** The site config in the default language. */
export const siteConfig: SiteConfig = loadedSite.languages[0].site;

/** Returns whether this site has a page or section. */
export const hasFeature = (feature: Feature): boolean => siteHas(siteConfig, feature);

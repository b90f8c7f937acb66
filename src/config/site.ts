import { readFileSync } from 'node:fs';
import { type Feature, siteHas } from './features.ts';
import { type LoadedSite, loadSite } from './load-site.ts';
import type { SiteConfig } from './site-schema.ts';

/**
 * If set, the site config comes on standard input: `careers start` sends it to its API host, which never reads the
 * file. A build has the variable as a constant, and no code that reads and checks files (cli/bundle.config.ts).
 */
export const siteFromParent = 'CAREERS_SITE_FROM_PARENT';

/** A global key, because one process runs the sources and the built site, which has several copies of this module. */
const key = Symbol.for('careers.site');
const shared = globalThis as { [key]?: LoadedSite };
shared[key] ??= process.env.CAREERS_SITE_FROM_PARENT
  ? (JSON.parse(readFileSync(0, 'utf8')) as LoadedSite)
  : loadSite(process.env.SITE_CONFIG);

/** The site config of this process, which is read once. */
export const loadedSite: LoadedSite = shared[key];

export const sampleWarning = 'Set SITE_CONFIG: pages and mails are those of the sample company.';
/** Returns whether the sample is public at this origin, so that strangers see it and get its mails. */
export const isSamplePublic = (publicOrigin: string | undefined): boolean =>
  loadedSite.isSample && publicOrigin !== undefined;

/** The site config in the default language. */
export const siteConfig: SiteConfig = loadedSite.languages[0].site;

/** Returns whether this site has a page or section. */
export const hasFeature = (feature: Feature): boolean => siteHas(siteConfig, feature);

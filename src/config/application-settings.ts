import type { ApplicationSettings } from '#src/domain/model/options.ts';
import { phoneCountries } from './phone-countries.ts';
import { siteConfig } from './site.ts';
import type { SiteConfig } from './site-schema.ts';

const known = new WeakMap<SiteConfig, ApplicationSettings>();

/** Returns what the company has changed of the application form, with the texts of the site config in a language. */
export function applicationSettings(site: SiteConfig = siteConfig): ApplicationSettings {
  const settings = known.get(site) ?? {
    phoneCountries: phoneCountries(site.region),
    ...site.application,
  };
  known.set(site, settings);
  return settings;
}

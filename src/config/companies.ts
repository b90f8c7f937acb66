import { nearestName } from '#src/domain/rules/text/edit-distance.ts';
import { nameKey } from '#src/domain/rules/text/text.ts';
import { siteConfig } from './site.ts';

const companies = siteConfig.companies.items;
const names = companies.map(({ name }) => name);
/** The companies of the site config by `nameKey`. Tests add others. */
export const companiesByKey = new Map(companies.map((company) => [nameKey(company.name), company]));

/** Returns the company of the site config with this name, in any spelling with the same `nameKey`. */
export const configuredCompany = (name: string) => companiesByKey.get(nameKey(name));

/** Returns the address to which applicants of a company write, on pages as in mails. */
export const applicantsContact = (company: string): string =>
  configuredCompany(company)?.mail?.replyTo ?? siteConfig.enquiries.email;

const maxTypos = 3;
const maxListed = 10;

/** Returns a warning for each company that the site config lacks or spells differently; at most ten, and a number. */
export function unknownCompanies(used: Iterable<string>): string[] {
  const unknown = [...new Set(used)].filter((name) => name !== '' && !configuredCompany(name));
  const warnings = unknown.slice(0, maxListed).map((name) => {
    const nearest = nearestName(name, names, nameKey);
    const suggestion =
      nearest && nearest.distance <= maxTypos ? `; did you mean "${nearest.name}"?` : '';
    return `the site config has no company "${name}": it gets no mail about applications, and only RETENTION_DAYS counts for it${suggestion}`;
  });
  const rest = unknown.length - warnings.length;
  return rest > 0 ? [...warnings, `… and ${rest} more companies`] : warnings;
}

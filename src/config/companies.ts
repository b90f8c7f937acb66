import { editDistance } from '#src/domain/rules/edit-distance.ts';
import { nameKey } from '#src/domain/rules/text.ts';
import { siteConfig } from './site.ts';

const companies = siteConfig.companies.items;
const byName = new Map(companies.map((company) => [nameKey(company.name), company]));

/** Returns the company of the site config with this name, in any spelling that `nameKey` takes for the same. */
export const configuredCompany = (name: string) => byName.get(nameKey(name));

const maxTypos = 3;
const maxListed = 10;

/** Returns a warning for each company that the site config lacks, or that it spells otherwise; after ten, their number. */
export function unknownCompanies(names: Iterable<string>): string[] {
  const unknown = [...new Set(names)].filter((name) => name !== '' && !configuredCompany(name));
  const warnings = unknown.slice(0, maxListed).map((name) => {
    const [nearest] = companies
      .map((company) => ({ name: company.name, typos: typos(company.name, name) }))
      .toSorted((a, b) => a.typos - b.typos);
    const suggestion =
      nearest && nearest.typos <= maxTypos ? `; did you mean "${nearest.name}"?` : '';
    return `the site config has no company "${name}": it gets no mail about applications, and only RETENTION_DAYS counts for it${suggestion}`;
  });
  const rest = unknown.length - warnings.length;
  return rest > 0 ? [...warnings, `… and ${rest} more companies`] : warnings;
}

const typos = (a: string, b: string): number => editDistance(nameKey(a), nameKey(b));

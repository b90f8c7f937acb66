'use server';

import type { ReactNode } from 'react';
import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { needsCompany, readSearch, type Search } from '#src/domain/rules/search-parameters.ts';
import { fill, langOf } from '#src/language/format.ts';
import { type FoundOpenings, findCompanies, findOpenings } from '../find-openings.ts';
import { placesText, searchSummary } from '../formatters.ts';
import { ClearAll } from '../list/list-filters.tsx';
import { listMetadata } from '../list/list-metadata.tsx';
import { type CompanyOption, companyOptions, withCounts } from './company-options.ts';
import { Filters, SearchResults } from './search-results.tsx';

/** The header offers at most this number of openings. The home page shows all. */
const mostOffered = 6;

export interface RenderedResults {
  readonly title: string;
  readonly summary: string;
  readonly clear: ReactNode;
  readonly filters: ReactNode;
  readonly view: ReactNode;
}

export async function renderResults(search: Search): Promise<RenderedResults> {
  const outcome = await findOpenings(readSearch({ ...search }));
  return {
    title: listMetadata(outcome.search, outcome).title,
    summary: searchSummary(outcome),
    clear: <ClearAll outcome={outcome} />,
    filters: <Filters outcome={outcome} />,
    view: <SearchResults outcome={outcome} />,
  };
}

/** What the header offers for a search, in the language of the page. */
export interface OfferedOpenings {
  readonly summary: string;
  /** The accessible name of the list. */
  readonly label: string;
  /** The text of the link to the same search on home. */
  readonly all: string;
  readonly openings: readonly {
    readonly path: string;
    readonly roleName: string;
    readonly lang: string | undefined;
    /** The company and the cities. */
    readonly place: string;
  }[];
}

/** Without a company the host is not searched (contract decision 5): the site offers openings of all companies. */
export async function offerOpenings(untrusted: Search): Promise<OfferedOpenings> {
  const search = readSearch({ ...untrusted });
  const outcome = await findOpenings(search);
  const { offers } = texts().openings;
  const openings = outcome.kind === 'unavailable' ? [] : offered(outcome);
  return {
    summary: needsCompany(search) ? withoutCompany(search, openings) : searchSummary(outcome),
    label: offers.label,
    all: needsCompany(search) ? offers.eachCompany : offers.all,
    openings: openings.slice(0, mostOffered).map(offerOf),
  };
}

function withoutCompany({ q }: Search, openings: readonly Opening[]): string {
  const { noOpeningsFound } = texts().openings.messages;
  const { selectCompanyToSearch } = texts().search.messages;
  if (openings.length > 0) return selectCompanyToSearch;
  const notFound = fill(noOpeningsFound, { query: q });
  return fill(texts().openings.corrected, { notFound, summary: selectCompanyToSearch });
}

const offered = ({ search, everywhere, openings, added }: FoundOpenings): readonly Opening[] =>
  needsCompany(search) ? (everywhere?.openings ?? []) : [...openings, ...added];

const offerOf = (opening: Opening) => ({
  path: openingHref(opening.id),
  roleName: opening.role_name,
  lang: langOf(opening.language),
  place: [opening.company_name.trim(), placesText(opening)].filter(Boolean).join(', '),
});

/** A page that was rendered without companies loads the options of its search select. */
export async function listCompanyOptions(): Promise<CompanyOption[]> {
  return companyOptions(await findCompanies());
}

/** For a search without a company. The host is not searched (contract decision 5). */
export async function countByCompany(untrusted: Search): Promise<readonly CompanyOption[]> {
  const [companies, outcome] = await Promise.all([
    findCompanies(),
    findOpenings(readSearch({ ...untrusted, company_id: '' })),
  ]);
  return withCounts(companyOptions(companies), outcome);
}

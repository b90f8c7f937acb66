'use server';

import type { ReactNode } from 'react';
import { openingHref } from '#src/addresses.ts';
import { readSearch, type Search } from '#src/domain/rules/search-parameters.ts';
import { langOf } from '#src/language/format.ts';
import { findCompanies, findOpenings } from '../find-openings.ts';
import { type CompanyOption, companyOptions, placesOf, searchSummary } from '../formatters.ts';
import { ClearAll } from '../list/list-filters.tsx';
import { listMetadata } from '../list/list-metadata.tsx';
import { Filters, SearchResults } from './search-results.tsx';

/** The header shows at most this number of results. The home page shows all. */
const headerResults = 8;

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

export interface HeaderResults {
  readonly summary: string;
  readonly results: readonly {
    readonly path: string;
    readonly roleName: string;
    readonly lang: string | undefined;
    readonly cities: string;
  }[];
}

export async function searchForHeader(search: Search): Promise<HeaderResults> {
  const outcome = await findOpenings(readSearch({ ...search }));
  const openings = outcome.kind === 'found' ? outcome.openings : [];
  return {
    summary: searchSummary(outcome),
    results: openings.slice(0, headerResults).map((opening) => ({
      path: openingHref(opening.id),
      roleName: opening.role_name,
      lang: langOf(opening.language),
      cities: placesOf(opening).join(', '),
    })),
  };
}

/** A page that was rendered without companies loads the options of its search select. */
export async function listCompanyOptions(): Promise<CompanyOption[]> {
  return companyOptions(await findCompanies());
}

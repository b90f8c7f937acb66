'use server';

import type { ReactNode } from 'react';
import { findCompanies, findOpenings } from './find-openings.ts';
import { citiesOf } from './formatters.ts';
import { openingPath, readSearch, type Search } from './search-address.ts';
import { OpeningsAnswer } from './search-results.tsx';
import { searchSummary } from './search-summary.ts';

/** The header's list is a shortcut: the home page shows them all. */
const headerResults = 8;

export interface DrawnAnswer {
  readonly summary: string;
  readonly view: ReactNode;
}

/** The home page's search as one types: the list drawn, not its data, as the page itself has it. */
export async function drawSearch(asked: Search): Promise<DrawnAnswer> {
  const outcome = await findOpenings(readSearch({ ...asked }));
  return { summary: searchSummary(outcome), view: <OpeningsAnswer outcome={outcome} /> };
}

export interface HeaderAnswer {
  readonly summary: string;
  readonly results: readonly {
    readonly path: string;
    readonly roleName: string;
    readonly cities: string;
  }[];
}

/** The first few openings that match, for the header's search dropdown. */
export async function searchForHeader(asked: Search): Promise<HeaderAnswer> {
  const outcome = await findOpenings(readSearch({ ...asked }));
  const found = outcome.kind === 'found' ? outcome.openings : [];
  return {
    summary: searchSummary(outcome),
    results: found.slice(0, headerResults).map((opening) => ({
      path: openingPath(opening.id),
      roleName: opening.role_name,
      cities: citiesOf(opening.locations).join(', '),
    })),
  };
}

export interface CompanyChoice {
  readonly value: string;
  readonly label: string;
}

/** The companies for a search select that the page itself came without. */
export async function listCompanyChoices(): Promise<CompanyChoice[]> {
  const companies = await findCompanies();
  return companies.map(({ id, company_name }) => ({ value: id, label: company_name }));
}

'use server';

import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import {
  needsCompany,
  readSearch,
  type searchRecord,
} from '#src/domain/catalogue/search-parameters.ts';
import { matchesIn } from '#src/domain/catalogue/words.ts';
import { langOf } from '#src/language/format.ts';
import { factsOf } from '#src/language/opening-facts.ts';
import { findForPage, findOpenings } from '../data/find-openings.ts';
import { findCompanies } from '../data/openings-source.ts';
import { searchSummary } from '../data/search-summary.ts';
import { listMetadata } from '../list/list-metadata.tsx';
import { MarkedText } from '../list/marked-text.tsx';
import { type CompanyOption, companyOptions } from './company-options.ts';
import { resultParts } from './search-results.tsx';

/** The header offers at most this number of openings. The home page shows all. */
const maxOffered = 6;

export type RenderedResults = Awaited<ReturnType<typeof renderResults>>;
export async function renderResults(search: ReturnType<typeof searchRecord>) {
  const outcome = await findForPage(readSearch({ ...search }));
  return {
    title: listMetadata(outcome.search, outcome).title,
    ...resultParts(outcome),
  };
}

export type OfferedOpenings = Awaited<ReturnType<typeof offerOpenings>>;
export async function offerOpenings(query: ReturnType<typeof searchRecord>) {
  const outcome = await findOpenings(readSearch({ ...query }));
  const {
    openings = [],
    related = [],
    matched = [],
    meansAll,
  } = outcome.kind === 'found' ? outcome : {};
  const summary = searchSummary(outcome);
  const {
    search,
    openings: { offers },
  } = texts();
  return {
    summary: needsCompany(outcome.search)
      ? `${search.messages.selectCompanyToSearch} ${summary}`
      : summary,
    label: offers.label,
    all: offers.all,
    openings: [...openings, ...related].slice(0, maxOffered).map((opening) => ({
      path: openingHref(opening.id),
      role: (
        <MarkedText
          text={opening.role_name}
          matches={meansAll ? [] : matchesIn(opening.role_name, matched)}
        />
      ),
      lang: langOf(opening.language),
      place: factsOf(opening, ['company', 'place']).join(', '),
    })),
  };
}

/** A page that was rendered without companies loads the options of its search select. */
export async function listCompanyOptions(): Promise<CompanyOption[]> {
  return companyOptions(await findCompanies());
}

'use server';

import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import type { Answer } from '#src/domain/catalogue/catalogue.ts';
import { needsCompany, readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import { matchesIn } from '#src/domain/catalogue/words.ts';
import { fill, langOf } from '#src/language/format.ts';
import { factsOf } from '#src/language/opening-facts.ts';
import { quotedText } from '#src/language/search-words.ts';
import { findOpenings, type SearchOutcome } from '../find-openings.ts';
import { ClearAll, ListFilters } from '../list/list-filters.tsx';
import { listMetadata } from '../list/list-metadata.tsx';
import { MarkedText } from '../list/marked-text.tsx';
import { findCompanies } from '../openings-source.ts';
import { searchSummary } from '../search-summary.ts';
import { type CompanyOption, companyOptions, withCounts } from './company-options.ts';
import { SearchResults } from './search-results.tsx';

/** The header offers at most this number of openings. The home page shows all. */
const mostOffered = 6;

export type RenderedResults = Awaited<ReturnType<typeof renderResults>>;
export async function renderResults(search: Search) {
  const outcome = await findOpenings(readSearch({ ...search }));
  return {
    title: listMetadata(outcome.search, outcome).title,
    summary: searchSummary(outcome),
    clear: <ClearAll outcome={outcome} />,
    filters: <ListFilters outcome={outcome} />,
    view: <SearchResults outcome={outcome} />,
  };
}

export type OfferedOpenings = Awaited<ReturnType<typeof offerOpenings>>;
/**
 * Returns what the header offers for a search, in the language of the page. Without a company the host is not searched
 * (contract decision 5): the site offers openings of all companies.
 */
export async function offerOpenings(untrusted: Search) {
  const search = readSearch({ ...untrusted });
  const outcome = await findOpenings(search);
  const { offers } = texts().openings;
  const { openings = [], near = [], matched = [], meansAll } = offered(outcome) ?? {};
  return {
    summary: needsCompany(search) ? withoutCompany(search, outcome) : searchSummary(outcome),
    label: offers.label,
    all: needsCompany(search) ? offers.eachCompany : offers.all,
    openings: [...openings, ...near].slice(0, mostOffered).map((opening) => ({
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

function offered(outcome: SearchOutcome): Answer | undefined {
  if (outcome.kind === 'unavailable') return undefined;
  return needsCompany(outcome.search) ? outcome.everywhere : outcome;
}

function withoutCompany({ q }: Search, outcome: SearchOutcome): string {
  const { messages, list, corrected: withReason } = texts().openings;
  const summary = texts().search.messages.selectCompanyToSearch;
  const { openings = [], corrected } = offered(outcome) ?? {};
  if (openings.length > 0) return summary;
  const notFound =
    corrected === undefined
      ? fill(messages.noOpeningsFound, { query: quotedText(q) })
      : fill(list.correctedText, { corrected, text: quotedText(q) });
  return fill(withReason, { notFound, summary });
}

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

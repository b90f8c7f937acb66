import { texts } from '#language';
import { companyNames } from '#src/domain/catalogue/filters.ts';
import { needsCompany, pageOf, pageSize } from '#src/domain/catalogue/search-parameters.ts';
import { fill, formatNumber, plural } from '#src/language/format.ts';
import { quotedText, searchInWords } from '#src/language/search-words.ts';
import type { FoundOpenings, SearchOutcome } from './find-openings.ts';

/** Returns the name of a company that has openings. */
export const companyNameIn = (
  { unfiltered, catalogue }: Pick<FoundOpenings, 'unfiltered' | 'catalogue'>,
  id: string,
): string | undefined =>
  companyNames(unfiltered).get(id) ?? (catalogue && companyNames(catalogue.openings).get(id));

/** Describes what narrows a list: ' at First Light Bakery for “baker” in Lagos, full time'. */
export const filterText = (outcome: FoundOpenings, q = outcome.search.q): string =>
  searchInWords(
    { ...outcome.search, q },
    outcome.search.company_id?.flatMap((id) => companyNameIn(outcome, id) ?? []),
  );

/** Returns the part of a list on its page: the openings that the API host found come before those that the site adds. */
export function pageOfResults({ search, openings, near }: FoundOpenings) {
  const { page, pages } = pageOf(search, openings.length + near.length);
  const [start, end] = [(page - 1) * pageSize, page * pageSize];
  const fromNear = (position: number) => Math.max(0, position - openings.length);
  return {
    page,
    pages,
    openings: openings.slice(start, end),
    near: near.slice(fromNear(start), fromNear(end)),
  };
}

/**
 * Screen readers announce for example '6 openings at First Light Bakery for “baker” in Lagos, full time, page 1 of 2'.
 */
export function searchSummary(outcome: SearchOutcome): string {
  const list = texts().openings;
  if (outcome.kind === 'unavailable') return list.unavailable;
  const { openings, search, near, corrected, meansAll, catalogue } = outcome;
  const total = catalogue?.openings.length ?? 0;
  const atCompanies = (q?: string) => filterText(outcome, q) + companyCount(outcome);
  const filters = filterText(outcome);
  const { page, pages } = pageOfResults(outcome);
  const withPage = (summary: string) =>
    pages === 1 ? summary : fill(list.pageOf, { text: summary, page, pages: formatNumber(pages) });
  if (openings.length > 0) {
    // A company narrows the list even without a text.
    const isPart = search.company_id && search.q === '' && total > openings.length;
    const count = isPart
      ? plural(list.part, total, { part: formatNumber(openings.length) })
      : plural(list.count, openings.length);
    const summary = count + atCompanies();
    if (near.length === 0) return withPage(summary);
    const similar = plural(meansAll ? list.others : list.similarWords, near.length);
    return withPage(fill(list.andSimilar, { summary, similar }));
  }
  const nothing = nothingFound(outcome, filters);
  if (near.length === 0) return nothing;
  const summary =
    meansAll || corrected !== undefined
      ? plural(list.count, near.length) + atCompanies(corrected ?? '')
      : plural(list.similarWords, near.length);
  return withPage(fill(list.corrected, { notFound: nothing, summary }));
}

/** A text without a company is searched for at all: ' at 4 houses'. */
function companyCount({ search, openings, near }: FoundOpenings): string {
  if (!needsCompany(search)) return '';
  const companies = new Set([...openings, ...near].map(({ company_id }) => company_id));
  return plural(texts().openings.atCompanies, companies.size);
}

/** Describes why the API host's part of a list is empty. */
function nothingFound({ search, unfiltered }: FoundOpenings, filters: string): string {
  const { noneNarrowed, none, noneOfCompany } = texts().openings;
  if (unfiltered.length > 0) return fill(noneNarrowed, { filters });
  if (search.q === '') return search.company_id ? noneOfCompany : none;
  return fill(texts().openings.messages.noOpeningsFound, { query: quotedText(search.q) });
}

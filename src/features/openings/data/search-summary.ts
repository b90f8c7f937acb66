import { texts } from '#language';
import { companiesOf } from '#src/domain/catalogue/filters.ts';
import { needsCompany, pageOf, pageSize } from '#src/domain/catalogue/search-parameters.ts';
import { fill, formatNumber, plural } from '#src/language/format.ts';
import { quotedText, searchInWords } from '#src/language/search-words.ts';
import type { FoundOpenings, SearchOutcome } from './find-openings.ts';

export const companyNameIn = (
  { beforeFilters, catalogue }: Pick<FoundOpenings, 'beforeFilters' | 'catalogue'>,
  id: string,
): string | undefined =>
  catalogue?.companies().get(id)?.name || companiesOf(beforeFilters).get(id)?.name;

/** Describes the text, company and filters of a list: ' at First Light Bakery for “baker” in Lagos, full time'. */
const filterText = (outcome: FoundOpenings, q = outcome.search.q): string =>
  searchInWords(
    { ...outcome.search, q },
    outcome.search.company_id?.flatMap((id) => companyNameIn(outcome, id) ?? []),
  );

/** Returns the title of a search: 'Openings at First Light Bakery for “baker”'; undefined for all openings. */
export function narrowedTitle(outcome: FoundOpenings): string | undefined {
  const filters = filterText(outcome);
  return filters === '' ? undefined : fill(texts().openings.narrowed, { filters });
}

/** Returns the openings on the current page of a list. Results of the API host precede those that the site adds. */
export function pageOfResults({ search, openings, related }: FoundOpenings) {
  const { page, pages } = pageOf(search, openings.length + related.length);
  const [start, end] = [(page - 1) * pageSize, page * pageSize];
  const fromRelated = (position: number) => Math.max(0, position - openings.length);
  return {
    page,
    pages,
    openings: openings.slice(start, end),
    related: related.slice(fromRelated(start), fromRelated(end)),
  };
}

/**
 * Screen readers announce for example '6 openings at First Light Bakery for “baker” in Lagos, full time, page 1 of 2'.
 */
export function searchSummary(outcome: SearchOutcome): string {
  const list = texts().openings;
  if (outcome.kind === 'unavailable') return list.unavailable;
  const { openings, search, related, corrected, meansAll, catalogue } = outcome;
  const total = catalogue?.openings.length ?? 0;
  const atCompanies = (q?: string) => filterText(outcome, q) + companyCount(outcome);
  const filters = filterText(outcome);
  const { page, pages } = pageOfResults(outcome);
  const withPage = (summary: string) =>
    pages === 1 ? summary : fill(list.pageOf, { text: summary, page, pages: formatNumber(pages) });
  if (openings.length > 0) {
    // With a company and without a text, the list is a part of all openings.
    const isPart = search.company_id && search.q === '' && total > openings.length;
    const count = isPart
      ? plural(list.part, total, { part: formatNumber(openings.length) })
      : plural(list.count, openings.length);
    const summary = count + atCompanies();
    if (related.length === 0) return withPage(summary);
    const similar = plural(meansAll ? list.others : list.similarWords, related.length);
    return withPage(fill(list.andSimilar, { summary, similar }));
  }
  const nothing = nothingFound(outcome, filters);
  if (related.length === 0) return nothing;
  const summary =
    meansAll || corrected !== undefined
      ? plural(list.count, related.length) + atCompanies(corrected ?? '')
      : plural(list.similarWords, related.length);
  return withPage(fill(list.corrected, { notFound: nothing, summary }));
}

/** A text without a company is searched for at all companies; the summary then has their number: ' at 4 houses'. */
function companyCount({ search, openings, related }: FoundOpenings): string {
  if (!needsCompany(search)) return '';
  const companies = new Set([...openings, ...related].map(({ company_id }) => company_id));
  return plural(texts().openings.atCompanies, companies.size);
}

/** Describes why the API host's part of a list is empty. */
function nothingFound({ search, beforeFilters }: FoundOpenings, filters: string): string {
  const { noneNarrowed, none, noneOfCompany } = texts().openings;
  if (beforeFilters.length > 0) return fill(noneNarrowed, { filters });
  if (search.q === '') return search.company_id ? noneOfCompany : none;
  return fill(texts().openings.messages.noOpeningsFound, { query: quotedText(search.q) });
}

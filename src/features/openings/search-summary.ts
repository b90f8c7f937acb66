import { texts } from '#language';
import { pageOf, pageSize, type Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { fill, formatNumber, plural } from '#src/language/format.ts';
import { quotedText, searchInWords } from '#src/language/search-words.ts';
import type { FoundOpenings, SearchOutcome } from './find-openings.ts';

function companyNameOf(outcome: FoundOpenings): string | undefined {
  const { search, unfiltered, catalogue } = outcome;
  if (search.company_id === '') return undefined;
  const isNamed = ({ company_id, company_name }: Opening) =>
    company_id === search.company_id && company_name.trim() !== '';
  const named = unfiltered.find(isNamed) ?? catalogue?.openings.find(isNamed);
  return named?.company_name.trim();
}

/** A text without a company is not searched for. */
const textOf = ({ company_id, q }: Search): string => (company_id === '' ? '' : q);

/** Describes what narrows a list: ' at First Light Bakery for "baker" in Lagos, full time'. */
export const filterText = (outcome: FoundOpenings, q = textOf(outcome.search)): string =>
  searchInWords({ ...outcome.search, q }, companyNameOf(outcome));

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
 * Screen readers announce for example '6 openings at First Light Bakery for "baker" in Lagos, full time, page 1 of 2'.
 */
export function searchSummary(outcome: SearchOutcome): string {
  const list = texts().openings;
  if (outcome.kind === 'unavailable') return list.unavailable;
  const { openings, search, near, corrected, meansAll, catalogue } = outcome;
  const total = catalogue?.openings.length ?? 0;
  const text = textOf(search);
  const filters = filterText(outcome);
  const { page, pages } = pageOfResults(outcome);
  const withPage = (summary: string) =>
    pages === 1 ? summary : fill(list.pageOf, { text: summary, page, pages: formatNumber(pages) });
  if (openings.length > 0) {
    // A company narrows the list even without a text.
    const isPart = search.company_id !== '' && text === '' && total > openings.length;
    const count = isPart
      ? plural(list.part, total, { part: formatNumber(openings.length) })
      : plural(list.count, openings.length);
    const summary = count + filters;
    if (near.length === 0) return withPage(summary);
    const similar = plural(meansAll ? list.others : list.similarWords, near.length);
    return withPage(fill(list.andSimilar, { summary, similar }));
  }
  const nothing = nothingFound(outcome, filters);
  if (near.length === 0) return nothing;
  const summary =
    meansAll || corrected !== undefined
      ? plural(list.count, near.length) + filterText(outcome, corrected ?? '')
      : plural(list.similarWords, near.length);
  return withPage(fill(list.corrected, { notFound: nothing, summary }));
}

/** Describes why the API host's part of a list is empty. */
function nothingFound({ search, unfiltered }: FoundOpenings, filters: string): string {
  const { noneNarrowed, none, noneOfCompany } = texts().openings;
  if (unfiltered.length > 0) return fill(noneNarrowed, { filters });
  if (search.company_id === '') return none;
  return search.q === ''
    ? noneOfCompany
    : fill(texts().openings.messages.noOpeningsFound, { query: quotedText(search.q) });
}

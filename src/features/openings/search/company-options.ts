import { texts } from '#language';
import type { Company } from '#src/domain/model/opening.ts';
import { compareTexts, plural } from '#src/language/format.ts';
import { searchInWords } from '#src/language/search-words.ts';
import type { SearchOutcome } from '../find-openings.ts';

export interface CompanyOption {
  readonly value: string;
  readonly label: string;
  /** How many openings it has for the text of a search without a company: '3 openings', '3 openings for "baker"'. */
  readonly count?: string;
}

/** Returns the companies of the search by name. */
export const companyOptions = (companies: readonly Company[]): CompanyOption[] =>
  companies
    .map(({ id, company_name }) => ({ value: id, label: company_name }))
    .sort((one, other) => compareTexts(one.label, other.label));

export function withCounts(
  companies: readonly CompanyOption[],
  outcome: SearchOutcome,
): readonly CompanyOption[] {
  if (outcome.kind === 'unavailable' || !outcome.everywhere) return companies;
  const { openings, near, corrected = '' } = outcome.everywhere;
  const text = searchInWords({ company_id: '', q: corrected }, undefined);
  const counts = new Map<string, number>();
  for (const { company_id } of [...openings, ...near])
    counts.set(company_id, (counts.get(company_id) ?? 0) + 1);
  return companies.map((company) => ({
    ...company,
    count: plural(texts().openings.count, counts.get(company.value) ?? 0) + text,
  }));
}

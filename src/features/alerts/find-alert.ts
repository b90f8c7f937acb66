import { apiClient, readCompanies } from '#src/api-client/api-client.ts';
import { readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import { searchInWords } from '#src/language/search-words.ts';
import { language } from '#src/language/server.ts';
import { findByLink } from '#src/middleware/link-pages.ts';

/** The field of the alerts that a person chooses, and the field of a form with such a choice. */
export const wishField = 'alert';
export const choiceField = 'choice';

/** What became of the last action. `unchanged`: the API host did not respond. */
export const alertResults = ['confirmed', 'unchosen', 'renewed', 'ended', 'unchanged'] as const;
export type AlertActionResult = (typeof alertResults)[number];

export const findAlert = (token: string, result: AlertActionResult | undefined) =>
  findByLink(token, () => apiClient().readAlert(token, language().tag), result === 'ended');

/** A search at a company that does not exist is one at all companies (contract decision 13). Never rejects. */
export async function understoodSearch(search: Search): Promise<Search> {
  if (!search.company_id) return search;
  const companies = await readCompanies();
  const isKnown = (id: string) => companies?.some((company) => company.id === id) ?? true;
  return readSearch({ ...search, company_id: search.company_id.filter(isKnown) });
}

/** Describes a search in words: ' at First Light Bakery for “baker” in Lagos'. Never rejects. */
export async function describeSearch(search: Search): Promise<string> {
  const companies = (search.company_id && (await readCompanies())) ?? [];
  return searchInWords(
    search,
    companies.flatMap(({ id, company_name }) =>
      search.company_id?.includes(id) ? company_name : [],
    ),
  );
}

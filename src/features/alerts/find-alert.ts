import { apiCalls, readCompanies } from '#src/api-client/api-client.ts';
import { readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import { findByLink } from '#src/forms/link-pages.ts';
import { searchInWords } from '#src/language/search-words.ts';
import { language } from '#src/language/server.ts';

/** The name of the checkboxes with which a person chooses alerts. `hasChoiceField` marks a form that has some. */
export const alertIdField = 'alert';
export const hasChoiceField = 'choice';

/** The results of an action. `unchanged`: the API host did not respond. */
export const alertResults = ['confirmed', 'unchosen', 'renewed', 'ended', 'unchanged'] as const;
export type AlertActionResult = (typeof alertResults)[number];

export const findAlert = (token: string, result: AlertActionResult | undefined) =>
  findByLink(token, () => apiCalls().readAlert(token, language().tag), result === 'ended');

/**
 * Returns a search with its description: ' at First Light Bakery for “baker” in Lagos'. An unknown company is left out
 * of both (contract decision 13). Never rejects.
 */
export async function describeSearch(search: Search): Promise<{ search: Search; words: string }> {
  if (!search.company_id) return { search, words: searchInWords(search) };
  const companies = await readCompanies();
  const known = companies?.filter(({ id }) => search.company_id?.includes(id));
  const company_id = known?.map(({ id }) => id) ?? search.company_id;
  const described = readSearch({ ...search, company_id });
  const names = known?.map(({ company_name }) => company_name);
  return { search: described, words: searchInWords(described, names) };
}

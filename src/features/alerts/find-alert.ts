import { apiClient } from '#src/api-client/api-client.ts';
import { readCompanies } from '#src/api-client/companies.ts';
import type { Alert } from '#src/domain/api/alerts.ts';
import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import { linkToken } from '#src/domain/model/linked-application.ts';
import { langOf } from '#src/language/format.ts';
import { searchWords } from '#src/language/search-words.ts';
import { requestContext } from '#src/request/request-context.ts';
import { reportUnavailable } from '#src/telemetry/report-unavailable.ts';
import type { AlertActionResult } from './alert-actions.ts';

export type FoundAlert =
  | { readonly kind: 'found'; readonly alert: Alert; readonly words: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' };

/** It changes nothing, because mail scanners open links. */
export async function findAlert(
  token: string,
  result: AlertActionResult | undefined,
): Promise<FoundAlert> {
  const request = requestContext();
  try {
    const alert = linkToken.test(token) ? await apiClient().readAlert(token) : undefined;
    if (alert) {
      const isInLanguage = langOf(alert.language) === undefined;
      const words = isInLanguage ? alert.words : await describeSearch(alert.search);
      return { kind: 'found', alert, words };
    }
    // The page then says that the alert has ended.
    if (result !== 'ended') request.notFound();
    return { kind: 'unknown' };
  } catch (error) {
    reportUnavailable(error);
    request.unavailable();
    return { kind: 'unavailable' };
  }
}

/** A search at a company that does not exist is one at all companies (contract decision 13). Never rejects. */
export async function understoodSearch(search: Search): Promise<Search> {
  const companies = search.company_id === '' ? undefined : await readCompanies();
  const isKnown = companies?.some(({ id }) => id === search.company_id) ?? true;
  return isKnown ? search : { ...search, company_id: '' };
}

/** Describes a search in words: ' at First Light Bakery for "baker" in Lagos'. Never rejects. */
export async function describeSearch(search: Search): Promise<string> {
  const companies = search.company_id === '' ? [] : await readCompanies();
  const company = companies?.find(({ id }) => id === search.company_id);
  return searchWords(search, company?.company_name);
}

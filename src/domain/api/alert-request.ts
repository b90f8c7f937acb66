import { readSearch, type Search, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import { normalizeEmail, normalizeLine } from '#src/domain/rules/text/text.ts';

/** A request of a person for mail about new openings that match a search. */
export interface AlertRequest {
  readonly emailaddress: string;
  readonly search: Search;
  readonly language: string;
}

/** Returns the request for the entered values. The search of an alert has neither order nor page. */
export function normalizeAlertRequest({
  emailaddress,
  search,
  language,
}: AlertRequest): AlertRequest {
  const kept = [...new URLSearchParams(searchQuery(search, 'alert'))];
  const normalized = kept.map(([name, value]) => [name, normalizeLine(value)]);
  return {
    emailaddress: normalizeEmail(emailaddress),
    search: readSearch(new URLSearchParams(normalized)),
    language,
  };
}

import { readSearch, type Search } from '../catalogue/search-parameters.ts';
import { normalizeEmail, normalizeLine } from '../rules/text/text.ts';

/** A request of a person for mail about new openings that match a search. */
export interface AlertRequest {
  readonly emailaddress: string;
  readonly search: Search;
  readonly language: string;
}

/** An alert has neither order nor page. */
const withoutOrder = ({ sort: _sort, page: _page, ...search }: Search) => search;

/** Returns what is sent for the entered values: the search without an order. */
export function normalizeAlertRequest({
  emailaddress,
  search,
  language,
}: AlertRequest): AlertRequest {
  const texts = Object.entries(withoutOrder(search)).map(([name, value]) => [
    name,
    [value].flat().map(normalizeLine),
  ]);
  return {
    emailaddress: normalizeEmail(emailaddress),
    search: readSearch(Object.fromEntries(texts)),
    language,
  };
}

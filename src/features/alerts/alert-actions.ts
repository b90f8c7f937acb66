import { alertHref, withQuery } from '#src/addresses.ts';
import { type Search, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import { readActionResult } from '#src/request/action-result.ts';

/** What a person does by the link of an alert, which is also the last part of the path of its form, and its result. */
export const alertActions = { confirm: 'confirmed', renew: 'renewed', end: 'ended' } as const;
export type AlertAction = keyof typeof alertActions;

/** `unchanged`: the API host did not respond. */
const results = [...Object.values(alertActions), 'unchanged'] as const;
export type AlertActionResult = (typeof results)[number];

/** After the end nobody can read the search, so the address of each form has it, and that of the page after it. */
export const actionPath = (token: string, action: AlertAction, search: Search): string =>
  withQuery(`${alertHref(token)}/${action}`, searchQuery(search, 'alert'));

export function resultHref(
  token: string,
  result: AlertActionResult | undefined,
  search: Search,
): string {
  const query = new URLSearchParams(searchQuery(search, 'alert'));
  if (result !== undefined) query.set('result', result);
  return withQuery(alertHref(token), query.toString());
}

export const readResult = (query: string): AlertActionResult | undefined =>
  readActionResult(query, results);

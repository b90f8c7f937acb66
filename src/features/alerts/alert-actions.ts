import { alertHref } from '#src/addresses.ts';
import { type Search, searchQuery } from '#src/domain/rules/search-parameters.ts';
import { readActionResult } from '#src/request/action-result.ts';

/** What a person does by the link of an alert, which is also the last part of the path of its form, and its result. */
export const alertActions = { confirm: 'confirmed', renew: 'renewed', end: 'ended' } as const;
export type AlertAction = keyof typeof alertActions;

/** `unchanged`: the API host did not respond. */
const results = [...Object.values(alertActions), 'unchanged'] as const;
export type AlertActionResult = (typeof results)[number];

export const actionPath = (token: string, action: AlertAction): string =>
  `${alertHref(token)}/${action}`;

/** After the end the page cannot read the search, so its address has it. */
export function resultHref(
  token: string,
  result: AlertActionResult | undefined,
  ended?: Search,
): string {
  const query = new URLSearchParams(ended && searchQuery(ended, 'alert'));
  if (result !== undefined) query.set('result', result);
  return query.size === 0 ? alertHref(token) : `${alertHref(token)}?${query}`;
}

export const readResult = (query: string): AlertActionResult | undefined =>
  readActionResult(query, results);

/** What a search asks of the API. */
export type SearchRequest =
  | { readonly kind: 'all' }
  | { readonly kind: 'search'; readonly company_id: string; readonly q: string }
  | { readonly kind: 'select-company' };

/**
 * Sections 4 and 5 with contract decision 5: a search needs a company; an empty query without a company
 * shows all openings again; with a company, all of that company's.
 */
export function decideSearch(input: {
  readonly company_id?: string;
  readonly q?: string;
}): SearchRequest {
  const company_id = input.company_id?.trim() ?? '';
  const q = input.q?.trim() ?? '';
  if (company_id !== '') return { kind: 'search', company_id, q };
  return q === '' ? { kind: 'all' } : { kind: 'select-company' };
}

/** The query parameters of the home page; the page cache ignores all others. */
export const searchParameters = ['company_id', 'q', 'page'] as const;

/** The call that a search makes. `select-company`: no call, a message. */
export type SearchRequest =
  | { readonly kind: 'all' }
  | { readonly kind: 'search'; readonly company_id: string; readonly q: string }
  | { readonly kind: 'select-company' };

/**
 * Sections 4 and 5 with contract decision 5: a search requires a company. An empty query lists all openings,
 * or all openings of the selected company.
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

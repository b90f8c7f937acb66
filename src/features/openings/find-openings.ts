import type { Company, Opening } from '#src/domain/model/opening.ts';
import { decideSearch } from '#src/domain/rules/search.ts';
import { withStaleFallback } from '#src/server/api-client.ts';
import { log } from '#src/server/logger.ts';
import { requestContext } from '#src/server/request-context.ts';
import type { Search } from './search-address.ts';

/** What became of a search. `staleSince`: the API did not answer, and this was true then. */
export type SearchOutcome =
  | {
      readonly kind: 'found';
      readonly search: Search;
      readonly openings: readonly Opening[];
      readonly staleSince?: Date;
    }
  | { readonly kind: 'select-company'; readonly search: Search }
  | { readonly kind: 'unavailable'; readonly search: Search };

/** Sections 4 and 5: all openings, those that match, or the reason why nothing was asked. Never rejects. */
export async function findOpenings(search: Search): Promise<SearchOutcome> {
  const asked = decideSearch(search);
  if (asked.kind === 'select-company') return { kind: asked.kind, search };
  try {
    const { value: openings, staleSince } = await withStaleFallback((client) =>
      asked.kind === 'all'
        ? client.listOpenings()
        : client.searchOpenings({ company_id: asked.company_id, q: asked.q }),
    );
    return { kind: 'found', search, openings, ...(staleSince && { staleSince }) };
  } catch (err) {
    log().warn({ event: 'openings-unavailable', err });
    requestContext().unavailable();
    return { kind: 'unavailable', search };
  }
}

/** The companies for the search's select; none when they cannot be read, the openings matter more. */
export async function findCompanies(): Promise<Company[]> {
  try {
    const { value } = await withStaleFallback((client) => client.listCompanies());
    return value;
  } catch (err) {
    log().warn({ event: 'companies-unavailable', err });
    return [];
  }
}

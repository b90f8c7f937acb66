import { newCatalogue } from '#src/config/new-catalogue.ts';
import { filterChoices } from '#src/domain/catalogue/filters.ts';
import { parseQuery } from '#src/domain/catalogue/query.ts';
import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import type { FoundForPage } from '#src/features/openings/data/find-openings.ts';
import { catalogueOf } from './catalogue.ts';

/** What the API host answers as it should. */
const shown = {
  kind: 'found',
  alternatives: undefined,
  staleSince: undefined,
  isOwnSearch: false,
  offersAlerts: false,
} as const;

/**
 * Returns a function that makes what a search finds: `opening` `count` times, `beforeFilters` times before the filters, and `related`
 * times by other words, among `total` openings of the host.
 */
export function foundOpenings(opening: Opening) {
  const many = (length: number) => Array.from({ length }, () => opening);
  return (
    count: number,
    search: Partial<Search> = {},
    { beforeFilters = count, related = 0, corrected = '', total = 1 } = {},
  ): FoundForPage => ({
    ...shown,
    search: { q: '', ...search },
    openings: many(count),
    beforeFilters: many(beforeFilters),
    related: many(related),
    meansAll: parseQuery(search.q ?? '').meansAll,
    matched: [],
    choices: (name) => filterChoices(name, many(beforeFilters + related), {}),
    catalogue: catalogueOf(many(total)),
    ...(corrected !== '' && { corrected }),
  });
}

/** Returns what a page shows for a search in these openings, of which the API host has found some, or is not asked. */
export async function outcomeIn(
  openings: readonly Opening[],
  search: Partial<Search> = {},
  hostOpenings?: readonly Opening[],
): Promise<FoundForPage> {
  const catalogue = newCatalogue(openings);
  const asked = { q: '', ...search };
  const answer = await catalogue.ask({ ...asked, hostOpenings });
  const isEmpty = answer.openings.length + answer.related.length === 0;
  const alternatives = isEmpty ? await catalogue.alternatives(asked, answer.corrected) : undefined;
  return { ...shown, ...answer, search: asked, catalogue, alternatives };
}

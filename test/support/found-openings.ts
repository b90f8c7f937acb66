import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import type { FoundOpenings } from '#src/features/openings/find-openings.ts';

/**
 * Returns a function that makes what a search finds: `opening` `count` times, `unfiltered` times before the filters, and `added`
 * times by other words, among `total` openings of the host.
 */
export function foundOpenings(opening: Opening) {
  const many = (length: number) => Array.from({ length }, () => opening);
  return (
    count: number,
    search: Partial<Search> = {},
    { unfiltered = count, added = 0, corrected = '', total = 1 } = {},
  ): FoundOpenings => ({
    kind: 'found',
    search: { company_id: '', q: '', ...search },
    openings: many(count),
    unfiltered: many(unfiltered),
    added: many(added),
    unfilteredAdded: many(added),
    nearby: [],
    all: many(total),
    ...(corrected !== '' && { corrected }),
  });
}

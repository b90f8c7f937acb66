import { synonyms } from '#src/config/languages.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { filterOpenings } from '#src/domain/rules/filter-openings.ts';
import { findAdded, findMeant } from '#src/domain/rules/meant-openings.ts';
import { searchIndex } from '#src/domain/rules/search-index.ts';
import { readSearch, type Search } from '#src/domain/rules/search-parameters.ts';
import { understand } from '#src/domain/rules/search-query.ts';
import type { HostDatabase } from '../database/schema.ts';
import { collect, openingStore } from '../openings.ts';
import type { AlertRow } from './alert-store.ts';
import type { SeenOpenings } from './seen-openings.ts';

/**
 * Returns a function that finds the openings that are new for an alert, of those that the page of its search shows, in the
 * same order. All openings are read and indexed once for all alerts, and alerts with the same search are searched for once.
 * @param after the number of the last look of the alert that has seen the least
 */
export async function newOpeningsFinder(
  database: HostDatabase,
  timeZone: string,
  { seenOf, after }: Pick<SeenOpenings, 'seenOf'> & { readonly after: number },
  now: Date,
) {
  const store = openingStore(database, timeZone);
  const areSomeNew = [...seenOf.values()].some((seen) => seen > after);
  const all = areSomeNew ? await collect(store.list(now)) : [];
  const byId = new Map(all.map((opening) => [opening.id, opening]));
  const found = new Map<string, Promise<readonly Opening[]>>();

  async function find(
    { company_id, q, ...filters }: Search,
    seen: number,
  ): Promise<readonly Opening[]> {
    const isNew = (opening: Opening) =>
      (seenOf.get(opening.id) ?? 0) > seen &&
      (company_id === '' || opening.company_id === company_id);
    const fresh = all.filter(isNew);
    const matching =
      q === '' || fresh.length === 0 ? fresh : (await onPage({ company_id, q })).filter(isNew);
    return filterOpenings(matching, filters);
  }

  /** What the page of a text shows: at a company what the host finds and what is meant, else what is meant anywhere. */
  async function onPage(search: Pick<Search, 'company_id' | 'q'>): Promise<readonly Opening[]> {
    const { company_id, q } = search;
    const index = await (await searchIndex(all)).withDescriptions();
    if (company_id === '') return findMeant(index, synonyms, q, () => true).openings;
    const ids = await store.searchIds({ company_id, q: understand(q, synonyms).forHost });
    const ofHost = ids.flatMap((id) => byId.get(id) ?? []);
    return [...ofHost, ...findAdded(index, synonyms, search, ofHost).openings];
  }

  return ({ search, seen }: Pick<AlertRow, 'search' | 'seen'>): Promise<readonly Opening[]> => {
    const key = `${seen} ${search}`;
    const known = found.get(key) ?? find(readSearch(JSON.parse(search)), seen);
    found.set(key, known);
    return known;
  };
}

import { synonyms } from '#src/config/languages.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { filterOpenings } from '#src/domain/rules/filter-openings.ts';
import { searchIndex } from '#src/domain/rules/search-index.ts';
import { readSearch, type Search } from '#src/domain/rules/search-parameters.ts';
import { understand } from '#src/domain/rules/search-query.ts';
import type { HostDatabase } from '../database/schema.ts';
import { openingStore } from '../openings.ts';
import type { AlertRow } from './alert-store.ts';
import type { SeenOpenings } from './seen-openings.ts';

/**
 * Returns a function that finds the openings that are new for an alert, the best match first. The new ones are read and
 * indexed once for all alerts, and alerts with the same search are searched for once.
 * @param after the number of the last look of the alert that has seen the least
 */
export async function newOpeningsFinder(
  database: HostDatabase,
  timeZone: string,
  { seenOf, after }: Pick<SeenOpenings, 'seenOf'> & { readonly after: number },
  now: Date,
) {
  const store = openingStore(database, timeZone);
  const unseen = [...seenOf].flatMap(([id, seen]) => (seen > after ? id : []));
  const openings = await store.withIds(unseen, now);
  const byId = new Map(openings.map((opening) => [opening.id, opening]));
  const found = new Map<string, Promise<readonly Opening[]>>();

  async function find(search: Search, seen: number): Promise<readonly Opening[]> {
    const { company_id, q, ...filters } = search;
    const isNew = (opening: Opening) =>
      (seenOf.get(opening.id) ?? 0) > seen &&
      (company_id === '' || opening.company_id === company_id);
    const all = openings.filter(isNew);
    return filterOpenings(q === '' || all.length === 0 ? all : await matching(q, all), filters);
  }

  /** Finds as the site does: first what the host finds, in each company that has one of the openings, then what is meant. */
  async function matching(q: string, all: readonly Opening[]): Promise<Opening[]> {
    const query = understand(q, synonyms);
    const isNew = new Set(all);
    const matches = new Set<Opening>();
    for (const company_id of new Set(all.map((opening) => opening.company_id)))
      for (const id of await store.searchIds({ company_id, q: query.forHost })) {
        const opening = byId.get(id);
        if (opening && isNew.has(opening)) matches.add(opening);
      }
    const index = await (await searchIndex(openings)).withDescriptions();
    for (const opening of index.search(query, (one) => isNew.has(one))) matches.add(opening);
    return [...matches];
  }

  return ({ search, seen }: Pick<AlertRow, 'search' | 'seen'>): Promise<readonly Opening[]> => {
    const key = `${seen} ${search}`;
    const known = found.get(key) ?? find(readSearch(JSON.parse(search)), seen);
    found.set(key, known);
    return known;
  };
}

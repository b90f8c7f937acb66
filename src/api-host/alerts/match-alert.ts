import { synonyms } from '#src/config/languages.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { filterOpenings } from '#src/domain/rules/filter-openings.ts';
import { searchIndex } from '#src/domain/rules/search-index.ts';
import { readSearch, type Search } from '#src/domain/rules/search-parameters.ts';
import { understand } from '#src/domain/rules/search-query.ts';
import type { HostDatabase } from '../database/schema.ts';
import { type OpeningBatches, openingStore } from '../openings.ts';
import type { AlertRow } from './alert-store.ts';

/**
 * Returns a function that finds the openings that are new for an alert up to a number of `seen_openings`, the best match
 * first. Alerts with the same search, looked at one after the other, are searched for once.
 */
export function newOpeningsFinder(
  database: HostDatabase,
  { timeZone, upTo, now }: { readonly timeZone: string; readonly upTo: number; readonly now: Date },
) {
  const store = openingStore(database, timeZone);
  const found = new Map<string, Promise<readonly Opening[]>>();

  async function newIds(seen: number): Promise<string[]> {
    const rows = await database.db
      .selectFrom('seen_openings')
      .select('opening_id')
      .where('seen', '>', seen)
      .where('seen', '<=', upTo)
      .where('closed_at', 'is', null)
      .execute();
    return rows.map(({ opening_id }) => opening_id);
  }

  async function find(search: Search, seen: number): Promise<readonly Opening[]> {
    const ids = await newIds(seen);
    if (ids.length === 0) return [];
    const all = await collect(store.withIds(ids, now));
    const { company_id, q, ...filters } = search;
    const ofCompany = all.filter((one) => company_id === '' || one.company_id === company_id);
    return filterOpenings(q === '' ? ofCompany : await matching(q, ofCompany), filters);
  }

  /** As on the site: what the host finds for the text, in each company that has one of the openings, then what it means. */
  async function matching(q: string, openings: readonly Opening[]): Promise<Opening[]> {
    const query = understand(q, synonyms);
    const byId = new Map(openings.map((opening) => [opening.id, opening]));
    const matches = new Set<Opening>();
    for (const company_id of new Set(openings.map((opening) => opening.company_id)))
      for await (const batch of store.search({ company_id, q: query.forHost }, now))
        for (const { id } of batch) {
          const opening = byId.get(id);
          if (opening) matches.add(opening);
        }
    const index = await (await searchIndex(openings)).withDescriptions();
    for (const opening of index.search(query, () => true)) matches.add(opening);
    return [...matches];
  }

  return ({ search, seen }: Pick<AlertRow, 'search' | 'seen'>): Promise<readonly Opening[]> => {
    const key = `${seen} ${search}`;
    const known = found.get(key) ?? find(readSearch(JSON.parse(search)), seen);
    found.set(key, known);
    return known;
  };
}

async function collect(batches: OpeningBatches): Promise<Opening[]> {
  const openings: Opening[] = [];
  for await (const batch of batches) openings.push(...batch);
  return openings;
}

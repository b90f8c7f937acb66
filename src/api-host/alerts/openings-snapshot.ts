import { findAdded, searchWithCorrection } from '#src/domain/catalogue/corrected-search.ts';
import { filterOpenings } from '#src/domain/catalogue/filter-openings.ts';
import { searchIndex } from '#src/domain/catalogue/search-index.ts';
import { readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import { parseQuery } from '#src/domain/catalogue/search-query.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { synonyms } from '#src/language/languages.ts';
import type { HostDatabase } from '../database/schema.ts';
import { collect, openingStore } from '../openings.ts';
import type { AlertRow } from './alert-store.ts';
import { numberOpenings } from './seen-openings.ts';

/** What is new at one instant, for all alerts that are due. */
export interface OpeningsSnapshot {
  readonly at: Date;
  /** An alert that was told of this snapshot has seen the openings up to this number. */
  readonly upTo: number;
  /** Finds the openings that are new for an alert, of those that the page of its search shows, in the same order. */
  newFor(alert: Pick<AlertRow, 'search' | 'seen'>): Promise<readonly Opening[]>;
}

/**
 * All openings are read and indexed once for all alerts, if something is new for one of them; equal searches are searched for
 * once. With `dryRun` nothing is stored.
 */
export async function takeSnapshot(
  database: HostDatabase,
  timeZone: string,
  at: Date,
  options: { readonly dryRun?: boolean } = {},
): Promise<OpeningsSnapshot> {
  const { upTo, seenOf } = await numberOpenings(database, timeZone, at, options);
  const newest = [...seenOf.values()].reduce((greatest, seen) => Math.max(greatest, seen), 0);
  const store = openingStore(database, timeZone);
  const found = new Map<string, Promise<readonly Opening[]>>();
  const freshSince = new Map<number, readonly Opening[]>();
  let reading: ReturnType<typeof readAll> | undefined;

  async function readAll() {
    const all = await collect(store.list(at));
    return { all, byId: new Map(all.map((opening) => [opening.id, opening])) };
  }

  async function find({ company_id, q, ...filters }: Search, seen: number) {
    if (seen >= newest) return [];
    reading ??= readAll();
    const { all } = await reading;
    const isNew = ({ id }: Opening) => (seenOf.get(id) ?? 0) > seen;
    const fresh = freshSince.get(seen) ?? all.filter(isNew);
    freshSince.set(seen, fresh);
    const ofCompany = fresh.filter((one) => company_id === '' || one.company_id === company_id);
    const matching =
      q === '' || ofCompany.length === 0
        ? ofCompany
        : (await onPage({ company_id, q }, await reading)).filter(isNew);
    return filterOpenings(matching, filters);
  }

  /** Finds what the page of a search shows: at a company what the host finds and what the index adds, else what the index finds. */
  async function onPage(
    search: Pick<Search, 'company_id' | 'q'>,
    { all, byId }: Awaited<ReturnType<typeof readAll>>,
  ): Promise<readonly Opening[]> {
    const { company_id, q } = search;
    const index = await (await searchIndex(all)).withDescriptions();
    if (company_id === '') return searchWithCorrection(index, synonyms, q, () => true).openings;
    const ids = await store.searchIds({ company_id, q: parseQuery(q, synonyms).forHost });
    const ofHost = ids.flatMap((id) => byId.get(id) ?? []);
    return [...ofHost, ...findAdded(index, synonyms, search, ofHost).openings];
  }

  return {
    at,
    upTo,
    newFor({ search, seen }) {
      const key = `${seen} ${search}`;
      const known = found.get(key) ?? find(readSearch(JSON.parse(search)), seen);
      found.set(key, known);
      return known;
    },
  };
}

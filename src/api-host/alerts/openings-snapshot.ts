import { sameWords, synonyms } from '#src/config/search-synonyms.ts';
import { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { matcherOf } from '#src/domain/catalogue/filters.ts';
import { textForHost } from '#src/domain/catalogue/query.ts';
import { companyOf, readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';
import type { HostDatabase } from '../database/schema.ts';
import { collect, openingStore } from '../openings/opening-store.ts';
import type { AlertRow } from './alert-store.ts';
import { numberOpenings } from './seen-openings.ts';

/** The openings at one instant, for all alerts that are due. */
export type OpeningsSnapshot = Awaited<ReturnType<typeof takeSnapshot>>;

/** The openings that are new for an alert, and the number of what it has seen when they are reported. */
export interface Found {
  readonly row: AlertRow;
  readonly openings: readonly Opening[];
  readonly seen: number;
}

/**
 * All openings are read once for all alerts, if something is new for one of them; equal searches are searched for
 * once. With `dryRun` nothing is stored.
 */
export async function takeSnapshot(
  database: HostDatabase,
  timeZone: string,
  at: Date,
  options: { readonly dryRun?: boolean } = {},
) {
  const { upTo, seenOf } = await numberOpenings(database, timeZone, at, options);
  const newest = [...seenOf.values()].reduce((greatest, seen) => Math.max(greatest, seen), 0);
  const store = openingStore(database, timeZone);
  const found = new Map<string, Promise<readonly Opening[]>>();
  let catalogue: Promise<Catalogue> | undefined;

  async function find(search: Search, seen: number): Promise<readonly Opening[]> {
    if (seen >= newest) return [];
    catalogue ??= collect(store.list(at)).then(
      (all) => new Catalogue(all, { synonyms, sameWords, timeZone }),
    );
    const all = await catalogue;
    const { q, company_id } = search;
    const company = companyOf(search);
    const isNew = ({ id }: Opening) => (seenOf.get(id) ?? 0) > seen;
    const isOfCompany = company_id ? matcherOf({ company_id }) : () => true;
    if (!all.openings.some((one) => isOfCompany(one) && isNew(one))) return [];
    // As on the page of a search at a company, where the openings that the host finds are first.
    const ids =
      company !== undefined && q !== ''
        ? await store.searchIds({ company_id: company, q: textForHost(q) })
        : undefined;
    const found = ids && { found: ids.flatMap((id) => all.withId(id) ?? []) };
    const { openings, related } = await all.ask({ ...search, ...found });
    return [...openings, ...related].filter(isNew);
  }

  return {
    at,
    /** Finds the openings that are new for each alert, of those that the page of its search shows. */
    async *findFor(rows: readonly AlertRow[]): AsyncGenerator<Found> {
      for (const row of rows) {
        const key = `${row.seen} ${row.search}`;
        const openings = found.get(key) ?? find(readSearch(JSON.parse(row.search)), row.seen);
        found.set(key, openings);
        yield { row, openings: await openings, seen: upTo };
        // A search takes some milliseconds, so other requests are answered after each.
        await yieldToEventLoop();
      }
    },
  };
}

import { newCatalogue } from '#src/config/new-catalogue.ts';
import type { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import { matcherOf } from '#src/domain/catalogue/filters.ts';
import { textForHost } from '#src/domain/catalogue/query.ts';
import { companyOf, readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { yieldToEventLoop } from '#src/jobs/yielding.ts';
import type { HostDatabase } from '../database/schema.ts';
import { collect, openingStore } from '../openings/opening-store.ts';
import type { AlertRow } from './alert-store.ts';
import { numberOpenings } from './opening-numbers.ts';

export type OpeningsSnapshot = Awaited<ReturnType<typeof takeSnapshot>>;

/** The openings that are new for an alert. Once they are reported, `last` becomes the number of the alert. */
export interface Found {
  readonly alert: AlertRow;
  readonly openings: readonly Opening[];
  readonly last: number;
}

/**
 * If an opening is new for one of the alerts, all openings are read once for all alerts. Each different search runs
 * once. With `dryRun` nothing is stored.
 */
export async function takeSnapshot(
  database: HostDatabase,
  at: Date,
  options: { readonly dryRun?: boolean } = {},
) {
  const { last, numbers } = await numberOpenings(database, at, options);
  const store = openingStore(database);
  const searches = new Map<string, Promise<readonly Opening[]>>();
  let catalogue: Promise<Catalogue> | undefined;

  async function find(search: Search, seen: number): Promise<readonly Opening[]> {
    if (seen >= last) return [];
    catalogue ??= collect(store.list(at)).then(newCatalogue);
    const all = await catalogue;
    const { q, company_id } = search;
    const company = companyOf(search);
    const isNew = ({ id }: Opening) => (numbers.get(id) ?? 0) > seen;
    const isOfCompany = company_id ? matcherOf({ company_id }) : () => true;
    if (!all.openings.some((one) => isOfCompany(one) && isNew(one))) return [];
    // For a search at one company, the results of the host are the first on the page too.
    const ids =
      company !== undefined && q !== ''
        ? await store.searchIds({ company_id: company, q: textForHost(q) })
        : undefined;
    const hostOpenings = ids?.flatMap((id) => all.withId(id) ?? []);
    const { openings, related } = await all.ask({ ...search, hostOpenings });
    return [...openings, ...related].filter(isNew);
  }

  return {
    at,
    /** Finds for each alert the new openings among those that the page of its search shows. */
    async *findFor(alerts: readonly AlertRow[]): AsyncGenerator<Found> {
      for (const alert of alerts) {
        const { search, seen } = alert;
        const key = `${seen} ${search}`;
        const openings = searches.get(key) ?? find(readSearch(JSON.parse(search)), seen);
        searches.set(key, openings);
        yield { alert, openings: await openings, last };
        // A search takes some milliseconds, so other requests are answered after each.
        await yieldToEventLoop();
      }
    },
  };
}

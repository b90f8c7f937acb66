import pTimeout from 'p-timeout';
import type { Company } from '#src/domain/model/opening.ts';
import { findCompanies, findOpenings, type SearchOutcome } from './find-openings.ts';
import type { Search } from './search-address.ts';

/**
 * How long a page is held back for its openings, in milliseconds. Within it the list is part of the HTML
 * like any other text; past it the page goes out with the loading dialog and the list follows.
 */
const timeoutMs = 400;

export interface StartedSearch {
  readonly companies: readonly Company[];
  /** A promise where the API takes longer than a page should wait. It never rejects. */
  readonly outcome: SearchOutcome | Promise<SearchOutcome>;
}

/** Reads what the home page shows, and waits for it as long as a visitor should see nothing. */
export async function startSearch(search: Search): Promise<StartedSearch> {
  const outcome = findOpenings(search);
  const [companies, early] = await Promise.all([inTime(findCompanies()), inTime(outcome)]);
  return { companies: companies ?? [], outcome: early ?? outcome };
}

const inTime = <T>(promise: Promise<T>): Promise<T | undefined> =>
  pTimeout(promise, { milliseconds: timeoutMs, message: false });

import pTimeout from 'p-timeout';
import { pageRecord } from './request-context.ts';

/**
 * How long a page waits for data, in milliseconds, before it is sent without them. Apart from this, a read returns an
 * earlier copy after STALE_AFTER_MS, and fails after API_TIMEOUT_MS.
 */
export const waitMs = {
  /** For openings. After this time home streams its list, and can neither be stored nor be searched without script. */
  page: 1000,
  /** For the companies, once the openings are there, because a page without script cannot get companies later. */
  companies: 1500,
  /** For additions to the results of the API host: related openings, and whether the host offers alerts. */
  addition: 400,
  /** For related openings if the host has found nothing. The words of 20,000 openings are read in 3.5 s. */
  nothingFound: 5000,
  /** For the current page if an earlier one is stored. */
  earlierPage: 250,
} as const;

/** Resolves with the value, or with undefined after the wait: the page then lacks data, and becomes private. */
export function inTimeOrPrivate<T>(
  promise: Promise<T>,
  wait: keyof typeof waitMs,
): Promise<T | undefined> {
  const record = pageRecord();
  if (record?.canWait) return promise;
  const fallback = () => {
    if (record) record.isPrivate = true;
    return undefined;
  };
  return pTimeout<T, undefined>(promise, { milliseconds: waitMs[wait], fallback });
}

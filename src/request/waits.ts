import pTimeout from 'p-timeout';
import { pageRecord } from './request-context.ts';

/**
 * How long a page waits for data, in milliseconds, before it is sent without them. Besides, a read gives an earlier copy after
 * STALE_AFTER_MS, and fails after API_TIMEOUT_MS.
 */
export const waitMs = {
  /** For openings. After that home streams its list in, and can neither be stored nor be searched without script. */
  page: 1000,
  /** For the companies, once there are openings: the page cannot get them later without script. */
  companies: 1500,
  /** For what adds to the openings that the API host has found: related ones, and whether it tells about new ones. */
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

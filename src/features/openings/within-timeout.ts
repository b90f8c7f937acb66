import pTimeout from 'p-timeout';
import { pageRecord } from '#src/request/request-context.ts';

/** After this time the page streams its openings in later, and cannot be stored or searched without script. */
export const pageTimeoutMs = 800;

/** Resolves with the value, or with undefined after the timeout: the page then lacks data, and is not stored. */
export function withinTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
): Promise<T | undefined> {
  const record = pageRecord();
  if (record?.canWait) return promise;
  const fallback = () => {
    if (record) record.isPrivate = true;
    return undefined;
  };
  return pTimeout<T, undefined>(promise, { milliseconds, fallback });
}

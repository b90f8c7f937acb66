import { isUnavailable } from '#src/domain/api/failures.ts';
import { ApiError } from '#src/http/errors.ts';
import { log } from './logger.ts';

/**
 * Logs that the data of a link, or the site's own data, could not be read. Throws an error again that is no failure of
 * the API host or the database.
 */
export function reportUnavailable(error: unknown): void {
  if (!(error instanceof ApiError || isUnavailable(error))) throw error;
  log().warn({ event: 'link-unavailable', err: error });
}

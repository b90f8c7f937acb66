import { ApiError } from '#src/http/errors.ts';
import { log } from './logger.ts';

/** Logs that the data of a link could not be read. Rethrows an error that is no failure of the API host. */
export function reportUnavailable(error: unknown): ApiError {
  if (!(error instanceof ApiError)) throw error;
  log().warn({ event: 'link-unavailable', err: error });
  return error;
}

/** After the first attempt; then twice as long each time, at most six hours. */
const firstDelayMs = 60 * 1000;
const longestDelayMs = 6 * 60 * 60 * 1000;
/** The last one is about two days after the first. */
export const maxAttempts = 16;

/** How long background work waits after a number of attempts that failed. */
export const retryAfterMs = (attempts: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1));

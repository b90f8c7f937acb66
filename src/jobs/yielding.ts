/** The time for which work may block other requests, in milliseconds. */
const turnMs = 8;

/**
 * Resolves in a later iteration of the event loop, so that Node sends waiting responses and reads requests before. The
 * first immediate may run in the caller's iteration, so there are two. A timer's iteration would depend on the load.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Does `items.map(map)` for work that would block the process, and lets other requests be answered in between. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let start = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (performance.now() - start < turnMs) continue;
    await yieldToEventLoop();
    start = performance.now();
  }
  return results;
}

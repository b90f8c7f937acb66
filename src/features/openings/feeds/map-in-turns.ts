import { setImmediate } from 'node:timers/promises';

/** A turn of the event loop may take this time, in milliseconds. */
const turnMs = 8;

/** Does `items.map(map)` for work that would block the process: other requests are answered in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let start = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - start < turnMs) continue;
    await setImmediate();
    start = performance.now();
  }
  return results;
}

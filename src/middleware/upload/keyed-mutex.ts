/**
 * Runs the tasks of one key one after the other; those of different keys do not wait for each other.
 * Documents of one application go in turn, so that exactly one of them completes the set.
 */
export function keyedMutex(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(task);
    const settled = mine.then(
      () => {},
      () => {},
    );
    last.set(key, settled);
    settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return mine;
  };
}

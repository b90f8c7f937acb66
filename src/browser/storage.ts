/** Returns the result of `work` on a storage of the browser; undefined if the storage is missing, blocked or full. */
export function withStorage<T>(
  kind: 'localStorage' | 'sessionStorage',
  work: (storage: Storage) => T,
): T | undefined {
  try {
    return work(window[kind]);
  } catch {
    return undefined;
  }
}

export function navigationType(): NavigationTimingType | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.type : undefined;
}

/** The result of `work` on a storage of the browser; undefined if the storage is missing, blocked or full. */
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

/** Whether this page was opened by a reload, or by Back and Forward. */
export function navigationType(): NavigationTimingType | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.type : undefined;
}

import { useEffect, useState } from 'react';

/**
 * False in the server's HTML and while React hydrates it, then true. An effect sets it, so that the components that
 * differ are rendered after hydration, not in the same task.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}

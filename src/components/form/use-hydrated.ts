import { useSyncExternalStore } from 'react';

/** False in the page's first HTML and without JavaScript, true once the page answers by itself. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );

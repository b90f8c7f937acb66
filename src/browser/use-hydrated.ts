import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns false in the server's HTML and while React hydrates it, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

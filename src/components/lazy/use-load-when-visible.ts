import { type RefObject, useEffect, useState } from 'react';
import { observeVisibility } from './observe-visibility.ts';

/**
 * Fetches a heavy module once its section comes near or is focused, hovered or touched.
 *
 * Until it arrives, and if it never does, the value is undefined: what the server sent must be
 * readable on its own, and of the size the module will keep.
 * @param load made with `loadOnce` outside the component, so that sections on one page share it
 */
export function useLoadWhenVisible<T>(
  ref: RefObject<Element | null>,
  load: () => Promise<T>,
): T | undefined {
  // In an object, because React would call a module that is itself a function.
  const [loaded, setLoaded] = useState<{ readonly module: T }>();
  const isLoaded = loaded !== undefined;

  useEffect(() => {
    const element = ref.current;
    if (!element || isLoaded) return;
    let left = false;
    const stop = observeVisibility(element, () => {
      load().then(
        (module) => {
          if (!left) setLoaded({ module });
        },
        // The fallback stays; the next sign of interest asks again.
        () => undefined,
      );
    });
    return () => {
      left = true;
      stop();
    };
  }, [ref, load, isLoaded]);

  return loaded?.module;
}

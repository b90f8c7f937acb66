import { type RefObject, useEffect, useState } from 'react';

/** A section counts as visible this many CSS pixels before it enters the viewport. */
const rootMarginPx = 400;

/** The events on a section that load its module before it is visible. */
const interactionEvents = ['focusin', 'pointerenter', 'touchstart'] as const;

/** The maximum number of attempts. The next call repeats a failed load. */
export const maxAttempts = 3;

/** After `attempts` failures every call rejects with the last error. */
export function loadOnce<T>(load: () => Promise<T>, attempts = maxAttempts): () => Promise<T> {
  let attempt: Promise<T> | undefined;
  let failures = 0;
  return () => {
    attempt ??= withoutReload(load).catch((cause: unknown) => {
      failures += 1;
      if (failures < attempts) attempt = undefined;
      throw cause;
    });
    return attempt;
  };
}

/** `reloadScript` (src/framework/head-script.ts) reads this count and prevents Waku's reload after a failed load. */
async function withoutReload<T>(load: () => Promise<T>): Promise<T> {
  const counter = globalThis as { optionalImports?: number };
  counter.optionalImports = (counter.optionalImports ?? 0) + 1;
  try {
    return await load();
  } finally {
    counter.optionalImports -= 1;
  }
}

/** A hover, a touch or the focus is an interaction. Returns a function that stops observing. */
export function observeInteraction(element: Element, onInteraction: () => void): () => void {
  for (const type of interactionEvents)
    element.addEventListener(type, onInteraction, { passive: true });
  return () => {
    for (const type of interactionEvents) element.removeEventListener(type, onInteraction);
  };
}

/** Calls `onVisible` `rootMarginPx` before the element is visible, and at an interaction. Returns a function that stops it. */
export function observeVisibility(element: Element, onVisible: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onVisible();
    },
    { rootMargin: `${rootMarginPx}px` },
  );
  observer.observe(element);
  const stopObservingInteraction = observeInteraction(element, onVisible);
  return () => {
    observer.disconnect();
    stopObservingInteraction();
  };
}

/**
 * Loads a module before the element is visible. The result is undefined until the module is loaded, and if it fails, so
 * the server's HTML must be readable without it. Callers create `load` with `loadOnce` outside the component, so that
 * all sections of a page share it.
 */
export function useLoadWhenVisible<T>(
  ref: RefObject<Element | null>,
  load: () => Promise<T>,
): T | undefined {
  // The module is in an object, because React would call a module that is itself a function.
  const [loaded, setLoaded] = useState<{ readonly module: T }>();
  const isLoaded = loaded !== undefined;

  useEffect(() => {
    const element = ref.current;
    if (!element || isLoaded) return;
    let unmounted = false;
    const stop = observeVisibility(element, () => {
      load().then(
        (module) => {
          if (!unmounted) setLoaded({ module });
        },
        // After a failure the server's HTML stays, and the next event loads again.
        () => undefined,
      );
    });
    return () => {
      unmounted = true;
      stop();
    };
  }, [ref, load, isLoaded]);

  return loaded?.module;
}

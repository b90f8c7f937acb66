import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useReducedMotion } from '#src/browser/media-queries.ts';

/**
 * Calls `advance` every `intervalMs` until the visitor pauses it (WCAG 2.2.2), and waits while `isWaiting`. A change of
 * `position` restarts the interval, so that a manual step is shown for the full time.
 */
export function useAutoplay(
  root: RefObject<HTMLElement | null>,
  intervalMs: number | undefined,
  position: number,
  advance: () => void,
) {
  const reduced = useReducedMotion();
  // Whether the visitor has not pressed Pause, even while `isWaiting`.
  const [playing, setPlaying] = useState(true);
  // A pause button is needed only for motion.
  const available = intervalMs !== undefined && !reduced;
  const onTick = useEffectEvent(advance);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position restarts the interval
  useEffect(() => {
    const element = root.current;
    if (!available || !playing || !element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Waiting is no state: Firefox discards React's scheduled update if the page goes into the back/forward cache.
    const restart = () => {
      clearTimeout(timer);
      if (!isWaiting(element)) timer = setTimeout(() => onTick(), intervalMs);
    };
    const observer = new IntersectionObserver(restart);
    observer.observe(element);
    const abort = new AbortController();
    for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
      element.addEventListener(type, restart, abort);
    document.addEventListener('visibilitychange', restart, abort);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      abort.abort();
    };
  }, [root, available, playing, intervalMs, position]);

  return { available, playing, toggle: () => setPlaying((before) => !before) };
}

/** Returns whether the element is hovered, has the keyboard focus or is not in view. */
function isWaiting(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return (
    document.hidden ||
    bottom <= 0 ||
    top >= window.innerHeight ||
    // After a touch an element stays hovered.
    (matchMedia('(hover: hover)').matches && element.matches(':hover')) ||
    // A clicked button also has focus; only a visible focus comes from the keyboard.
    element.querySelector(':focus-visible') !== null
  );
}

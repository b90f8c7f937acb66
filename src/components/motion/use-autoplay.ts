import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useReducedMotion } from '#src/browser/media-queries.ts';

/**
 * It calls `advance` every `intervalMs` until the visitor pauses it (WCAG 2.2.2), and waits while `useIsPaused` is true
 * or the tab is hidden. A change of `position` restarts the interval, so that a manual step is shown for the full time.
 */
export function useAutoplay(
  root: RefObject<HTMLElement | null>,
  intervalMs: number | undefined,
  position: number,
  advance: () => void,
) {
  const reduced = useReducedMotion();
  const paused = useIsPaused(root);
  // It may still wait, see `useIsPaused`.
  const [playing, setPlaying] = useState(true);
  // Only then a pause button is needed.
  const available = intervalMs !== undefined && !reduced;
  const onTick = useEffectEvent(advance);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position restarts the interval
  useEffect(() => {
    if (!available || !playing || paused) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // This is not a state: Firefox discards React's scheduled update if the page goes into the back/forward cache.
    const startIfVisible = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(() => onTick(), intervalMs);
    };
    startIfVisible();
    document.addEventListener('visibilitychange', startIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', startIfVisible);
    };
  }, [available, playing, paused, intervalMs, position]);

  return { available, playing, toggle: () => setPlaying((before) => !before) };
}

/** Returns whether the element is hovered, has the keyboard focus or is outside the viewport. */
function useIsPaused(root: RefObject<HTMLElement | null>): boolean {
  const [paused, setPaused] = useState(false);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const reasons = { hovered: false, focused: false, outside: false };
    const set = (reason: keyof typeof reasons, applies: boolean) => {
      reasons[reason] = applies;
      setPaused(Object.values(reasons).some(Boolean));
    };
    const abort = new AbortController();
    const { signal } = abort;
    // After a touch there may be no pointerleave, so only a mouse counts as hovering.
    const onEnter = (event: PointerEvent) => set('hovered', event.pointerType === 'mouse');
    // A clicked button also has focus; only a visible focus comes from the keyboard.
    const onFocus = ({ target }: FocusEvent) =>
      set('focused', target instanceof Element && target.matches(':focus-visible'));
    element.addEventListener('pointerenter', onEnter, { signal });
    element.addEventListener('pointerleave', () => set('hovered', false), { signal });
    element.addEventListener('focusin', onFocus, { signal });
    element.addEventListener('focusout', () => set('focused', false), { signal });
    const observer = new IntersectionObserver((entries) => {
      set('outside', !entries.at(-1)?.isIntersecting);
    });
    observer.observe(element);
    return () => {
      abort.abort();
      observer.disconnect();
    };
  }, [root]);

  return paused;
}

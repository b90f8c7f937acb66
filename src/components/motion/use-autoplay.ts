import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { usePauseReasons } from './use-pause-reasons.ts';
import { useReducedMotion } from './use-reduced-motion.ts';

export interface Autoplay {
  /** Whether there is anything to pause: false where stillness was asked for or nothing moves. */
  readonly available: boolean;
  /** Whether the visitor lets it play; it may still wait for a pointer, the focus or the tab. */
  readonly playing: boolean;
  readonly toggle: () => void;
}

/**
 * Calls `advance` every `intervalMs` until the visitor pauses it (WCAG 2.2.2).
 *
 * It waits while held (see `useHeld`) and never starts where reduced motion is asked for.
 * @param turn what is shown now; a change starts the interval anew, so a visitor's own step gets its full time
 * @param intervalMs undefined for a thing that does not move by itself
 */
export function useAutoplay(
  root: RefObject<HTMLElement | null>,
  intervalMs: number | undefined,
  turn: number,
  advance: () => void,
): Autoplay {
  const reduced = useReducedMotion();
  const held = usePauseReasons(root);
  const [playing, setPlaying] = useState(true);
  const available = intervalMs !== undefined && !reduced;
  const onTick = useEffectEvent(advance);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn starts the interval anew
  useEffect(() => {
    if (!available || !playing || held) return;
    const timer = setTimeout(() => onTick(), intervalMs);
    return () => clearTimeout(timer);
  }, [available, playing, held, intervalMs, turn]);

  return { available, playing, toggle: () => setPlaying((was) => !was) };
}

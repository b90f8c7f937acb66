import { positionAt } from './scroll-rules.ts';

/**
 * Scrolls the window to a height in CSS pixels and resolves when it is there, or at once where the
 * visitor asked for less motion. A wheel, touch or key in between ends it: the visitor's hand wins.
 * Resolves with whether it arrived.
 */
export function animateScroll(to: () => number, durationMs: number): Promise<boolean> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo({ top: to(), behavior: 'instant' });
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const from = window.scrollY;
    const start = performance.now();
    const hand = new AbortController();
    const end = (arrived: boolean) => {
      hand.abort();
      resolve(arrived);
    };
    for (const type of ['wheel', 'touchstart', 'keydown'] as const)
      window.addEventListener(type, () => end(false), { passive: true, signal: hand.signal });
    const step = (now: number) => {
      if (hand.signal.aborted) return;
      const elapsedMs = now - start;
      // The target is asked for again each time: pictures and parts arriving on the way move it.
      const top = positionAt({ from, to: to(), elapsedMs, durationMs });
      window.scrollTo({ top, behavior: 'instant' });
      if (elapsedMs < durationMs) requestAnimationFrame(step);
      else end(true);
    };
    requestAnimationFrame(step);
  });
}

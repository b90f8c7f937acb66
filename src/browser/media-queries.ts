import { useSyncExternalStore } from 'react';

/**
 * Sections 4 and 9: the header is fixed, and anchors are offset by its height, above 991 px. The unit is px, as in
 * tokens.css, so that a larger font size does not move the breakpoint of either one.
 */
export const stickyHeaderQuery = '(width > 991px)';

const reducedMotionQuery = '(prefers-reduced-motion: reduce)';

export const prefersReducedMotion = (): boolean => matchMedia(reducedMotionQuery).matches;

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(reducedMotionQuery);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** True on the server and during hydration, so that no motion starts earlier. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(subscribe, prefersReducedMotion, () => true);

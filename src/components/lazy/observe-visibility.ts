import { interestEvents, rootMarginPx } from './lazy-rules.ts';

/**
 * Calls `onNear` each time the element comes near the viewport, or is focused, hovered or touched.
 * @returns a function that stops watching
 */
export function observeVisibility(element: Element, onNear: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onNear();
    },
    { rootMargin: `${rootMarginPx}px` },
  );
  observer.observe(element);
  for (const type of interestEvents) element.addEventListener(type, onNear, { passive: true });
  return () => {
    observer.disconnect();
    for (const type of interestEvents) element.removeEventListener(type, onNear);
  };
}

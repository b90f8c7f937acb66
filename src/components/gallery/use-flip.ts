import { type RefObject, useLayoutEffect, useRef } from 'react';
import { filterDelayMs, moveMs } from './gallery-rules.ts';

/** Where each child that shows stands, from the list's corner, so that scrolling meanwhile is no move. */
function placesIn(list: HTMLElement): Map<Element, DOMRect> {
  const corner = list.getBoundingClientRect();
  const places = new Map<Element, DOMRect>();
  for (const child of list.children) {
    const { left, top, width, height } = child.getBoundingClientRect();
    if (width > 0)
      places.set(child, new DOMRect(left - corner.left, top - corner.top, width, height));
  }
  return places;
}

/**
 * Lets a list's children travel from where they were to where a change puts them, one after another;
 * newcomers fade in. Nothing moves where stillness is asked for.
 * @returns a function to call just before the change
 */
export function useFlip(list: RefObject<HTMLElement | null>): () => void {
  const before = useRef<Map<Element, DOMRect>>(null);

  useLayoutEffect(() => {
    const from = before.current;
    before.current = null;
    if (!from || !list.current) return;
    let order = 0;
    for (const [child, { left, top }] of placesIn(list.current)) {
      const start = from.get(child);
      const first = start
        ? { transform: `translate(${start.left - left}px, ${start.top - top}px)` }
        : { opacity: 0, transform: 'scale(0.9)' };
      child.animate([first, { opacity: 1, transform: 'none' }], {
        duration: moveMs,
        delay: order * filterDelayMs,
        easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
        fill: 'backwards',
      });
      order += 1;
    }
  });

  return () => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (list.current && !still) before.current = placesIn(list.current);
  };
}

/** Section 9 sets these values. carousel.module.css has the margin of 30 px, and how many items are visible at which width. */
export const carouselRules = {
  /** At the end the row scrolls back to the start. */
  items: { loop: false, autoplayMs: 4000 },
  /** The first item follows the last. */
  logos: { loop: true, autoplayMs: undefined },
} as const;
export const carouselSpeedMs = 700;
export type CarouselKind = keyof typeof carouselRules;

/** Returns 1 for a row that shows all its items. */
export function positionCount(count: number, visible: number, loop: boolean): number {
  if (count <= visible) return 1;
  return loop ? count : count - visible + 1;
}

export function positionAfter(current: number, by: 1 | -1, positions: number): number {
  return (current + by + positions) % positions;
}

export function visibleItems(
  position: number,
  count: number,
  visible: number,
  loop: boolean,
): ReadonlySet<number> {
  const first = loop ? position : Math.max(0, Math.min(position, count - visible));
  const shown = Math.min(visible, count);
  return new Set(Array.from({ length: shown }, (_, index) => (first + index) % count));
}

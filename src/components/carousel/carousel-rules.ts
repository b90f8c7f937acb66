/** From this width of the viewport, in CSS pixels, this number of items is visible. */
interface Step {
  readonly from: number;
  readonly visible: number;
}

interface CarouselRule {
  readonly steps: readonly Step[];
  readonly speedMs: number;
  /** It is undefined if the carousel does not move by itself. */
  readonly autoplayMs?: number;
  /** Whether the first item follows the last. Otherwise the row scrolls back to the start. */
  readonly loop: boolean;
}

/** Section 9 sets these values. carousel.module.css has the same steps, and the margin of 30 px. */
export const carouselRules = {
  items: {
    steps: [
      { from: 0, visible: 1 },
      { from: 480, visible: 2 },
      { from: 768, visible: 3 },
      { from: 1170, visible: 4 },
    ],
    speedMs: 700,
    autoplayMs: 4000,
    loop: false,
  },
  logos: {
    steps: [
      { from: 0, visible: 2 },
      { from: 480, visible: 3 },
      { from: 768, visible: 4 },
      { from: 992, visible: 5 },
      { from: 1400, visible: 6 },
    ],
    speedMs: 700,
    loop: true,
  },
} as const satisfies Record<string, CarouselRule>;
export type CarouselKind = keyof typeof carouselRules;

/** `width` is the width of the viewport in CSS pixels. */
export function visibleCount(steps: readonly Step[], width: number): number {
  return steps.findLast(({ from }) => width >= from)?.visible ?? 1;
}

/** Returns 1 for a row that shows all its items. */
export function positionCount(count: number, visible: number, loop: boolean): number {
  if (count <= visible) return 1;
  return loop ? count : count - visible + 1;
}

/** Returns the position `by` steps from `current`; the first position follows the last. */
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

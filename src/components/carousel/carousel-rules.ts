/** From this viewport width on, in CSS pixels, so many items show side by side. */
interface Step {
  readonly from: number;
  readonly visible: number;
}

interface CarouselRule {
  readonly steps: readonly Step[];
  readonly marginPx: number;
  readonly speedMs: number;
  /** Absent where the carousel moves only when asked. */
  readonly autoplayMs?: number;
  /** After the last item comes the first, without an end; otherwise the row winds back. */
  readonly loop: boolean;
}

/** Section 9, item and logo carousel. carousel.module.css holds the same steps; a test keeps the two alike. */
export const carouselRules = {
  items: {
    steps: [
      { from: 0, visible: 1 },
      { from: 480, visible: 2 },
      { from: 768, visible: 3 },
      { from: 1170, visible: 4 },
    ],
    marginPx: 30,
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
    marginPx: 30,
    speedMs: 700,
    loop: true,
  },
} as const satisfies Record<string, CarouselRule>;
export type CarouselKind = keyof typeof carouselRules;

/** How many items show at a viewport `width`. */
export function visibleAt(steps: readonly Step[], width: number): number {
  return steps.findLast(({ from }) => width >= from)?.visible ?? 1;
}

/** At how many places a row of `count` items can stand: one if all of them show. */
export function stopsOf(count: number, visible: number, loop: boolean): number {
  if (count <= visible) return 1;
  return loop ? count : count - visible + 1;
}

/** The stop `by` steps from `current`, beginning again at either end. */
export function stopAfter(current: number, by: 1 | -1, stops: number): number {
  return (current + by + stops) % stops;
}

/** The indexes of the items that show when the row stands at `stop`. */
export function shownAt(
  stop: number,
  count: number,
  visible: number,
  loop: boolean,
): ReadonlySet<number> {
  const first = loop ? stop : Math.max(0, Math.min(stop, count - visible));
  const shown = Math.min(visible, count);
  return new Set(Array.from({ length: shown }, (_, index) => (first + index) % count));
}

/** What share of the way, 0 to 1, is travelled after `elapsedMs` of `speedMs`: gently off, gently to rest. */
export function travelled(elapsedMs: number, speedMs: number): number {
  const time = Math.max(0, Math.min(1, elapsedMs / speedMs));
  return time < 0.5 ? 4 * time ** 3 : 1 - (-2 * time + 2) ** 3 / 2;
}

/** Section 9: the home hero fades every 5000 ms within 1000 ms; a page's hero changes every 6000 ms. */
export const sliderTimes = {
  home: { intervalMs: 5000, fadeMs: 1000 },
  page: { intervalMs: 6000, fadeMs: 1000 },
} as const;
export type SliderKind = keyof typeof sliderTimes;

/** The slide after `current`, beginning again after the last. */
export function slideAfter(current: number, count: number): number {
  return count > 0 ? (current + 1) % count : 0;
}

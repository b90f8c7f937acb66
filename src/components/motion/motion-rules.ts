import { oncePerLanguage } from '#src/language/format.ts';

/** Section 9: the slider of the home page changes every 5000 ms, the slider of another page every 6000 ms. */
export const sliderIntervalMs = { home: 5000, page: 6000 } as const;
export type SliderKind = keyof typeof sliderIntervalMs;

/**
 * The stylesheet sets the delay of a character by its group and its index in the group. Characters after the last group
 * of the stylesheet appear with that group.
 */
export const groupSize = 10;

const segmenter = oncePerLanguage(({ locale }) => new Intl.Segmenter(locale));

/** Divides a text into groups of grapheme clusters, so that an accent is not separated from its letter. */
export function characterGroups(text: string): string[][] {
  const characters = Array.from(segmenter().segment(text), ({ segment }) => segment);
  const groups: string[][] = [];
  for (let start = 0; start < characters.length; start += groupSize)
    groups.push(characters.slice(start, start + groupSize));
  return groups;
}

/** Section 9: a parallax layer lags behind its section by this part of the scroll distance. */
const parallaxSpeed = 0.3;

/** Returns the vertical offset of a layer in its section, in CSS pixels: 0 when the section is centered. */
export function parallaxOffset(
  { top, height }: { readonly top: number; readonly height: number },
  viewportHeight: number,
): number {
  return (viewportHeight / 2 - (top + height / 2)) * parallaxSpeed;
}

export function easedProgress(elapsedMs: number, durationMs: number): number {
  const time = Math.max(0, Math.min(1, elapsedMs / durationMs));
  return time < 0.5 ? 4 * time ** 3 : 1 - (2 - 2 * time) ** 3 / 2;
}

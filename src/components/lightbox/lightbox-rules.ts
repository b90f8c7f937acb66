/** Section 9: how many pictures before and after the one shown are fetched ahead. */
export const preload = { previous: 0, next: 2 } as const;

/** The indexes fetched ahead of `current`, nearest first; the row goes round, and nothing is fetched twice. */
export function preloadIndexes(current: number, count: number): number[] {
  const steps = [
    ...Array.from({ length: preload.next }, (_, step) => step + 1),
    ...Array.from({ length: preload.previous }, (_, step) => -step - 1),
  ];
  const indexes = steps.map((step) => (((current + step) % count) + count) % count);
  return [...new Set(indexes)].filter((index) => index !== current);
}

/** '%curr% of %total%' in its parts, so that the numbers can be changed in place. */
export function counterParts(pattern: string): ('curr' | 'total' | { readonly text: string })[] {
  return pattern
    .split(/(%curr%|%total%)/)
    .filter((part) => part !== '')
    .map((part) => (part === '%curr%' ? 'curr' : part === '%total%' ? 'total' : { text: part }));
}

/** What a link marked `data-lightbox` leads to: a picture, or a page of this site to be read in place. */
export type LightboxKind = 'image' | 'content';

export interface LightboxItem {
  readonly kind: LightboxKind;
  /** As the link has it; empty where there is none. */
  readonly address: string;
  readonly caption: string;
  /** The flat color behind a small picture, as on the page; none for a picture that fills the frame. */
  readonly background?: string | undefined;
}

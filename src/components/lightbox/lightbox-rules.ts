/** Section 9 sets how many pictures before and after the current one are preloaded. */
export const preload = { previous: 0, next: 2 } as const;

/** Returns the indexes to preload, the nearest first. The gallery is circular; each index appears once. */
export function preloadIndexes(current: number, count: number): number[] {
  const steps = [
    ...Array.from({ length: preload.next }, (_, step) => step + 1),
    ...Array.from({ length: preload.previous }, (_, step) => -step - 1),
  ];
  const indexes = steps.map((step) => (((current + step) % count) + count) % count);
  return [...new Set(indexes)].filter((index) => index !== current);
}

/** Splits '%curr% of %total%', so that each number gets its own element. */
export function counterParts(pattern: string): ('curr' | 'total' | { readonly text: string })[] {
  return pattern
    .split(/(%curr%|%total%)/)
    .filter((part) => part !== '')
    .map((part) => (part === '%curr%' ? 'curr' : part === '%total%' ? 'total' : { text: part }));
}

/** A link with `data-lightbox` leads to a picture, or to a page (section) of this site. */
export type LightboxKind = 'image' | 'content';

export interface LightboxItem {
  readonly kind: LightboxKind;
  readonly address: string;
  readonly caption: string;
  readonly background?: string | undefined;
}

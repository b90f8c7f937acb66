/** Section 9: the two pictures after the current one are preloaded, and none before it. The gallery is circular. */
export function preloadIndexes(current: number, count: number): number[] {
  const next = [1, 2].map((step) => (current + step) % count);
  return [...new Set(next)].filter((index) => index !== current);
}

/** Splits '%curr% of %total%', so that each number gets its own element. */
export function counterParts(pattern: string): ('curr' | 'total' | { readonly text: string })[] {
  return pattern
    .split(/(%curr%|%total%)/)
    .filter((part) => part !== '')
    .map((part) => (part === '%curr%' ? 'curr' : part === '%total%' ? 'total' : { text: part }));
}

/** A link with `data-lightbox` leads to a picture, or to a page (section) of this site. */
type LightboxKind = 'image' | 'content';

export interface LightboxItem {
  readonly kind: LightboxKind;
  readonly address: string;
  readonly caption: string;
  readonly background?: string | undefined;
}

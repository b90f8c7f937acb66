/** Section 9: the two pictures after the current one are preloaded, and none before it. The gallery is circular. */
export function preloadIndexes(current: number, count: number): number[] {
  const next = [1, 2].map((step) => (current + step) % count);
  return [...new Set(next)].filter((index) => index !== current);
}

/** A link with `data-lightbox` leads to a picture, or to a page (section) of this site. */
export interface LightboxItem {
  readonly kind: 'image' | 'content';
  readonly address: string;
  readonly caption: string;
  readonly background?: string | undefined;
}

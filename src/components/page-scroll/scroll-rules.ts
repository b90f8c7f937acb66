/** How long a scroll takes, in milliseconds (section 9). */
export const ANCHOR_SCROLL_MS = 1000;
export const SCROLL_TO_MS = 1200;
/** A section is the current one once its top is this near the viewport's, in CSS pixels (section 9). */
export const SCROLLSPY_OFFSET = 80;

/** The scroll position at a time, both ends exact: slow, quick, slow. Positions in CSS pixels. */
export function positionAt(scroll: {
  from: number;
  to: number;
  elapsedMs: number;
  durationMs: number;
}): number {
  const part = Math.min(1, Math.max(0, scroll.elapsedMs / scroll.durationMs));
  const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
  return scroll.from + (scroll.to - scroll.from) * eased;
}

/**
 * The section a visitor is in: the last whose top has come within the offset, or the last of all at
 * the end of the page. `top` counts from the top of the document, in CSS pixels, in any order.
 */
export function currentSection(
  sections: readonly { id: string; top: number }[],
  page: { scrollY: number; viewportHeight: number; documentHeight: number },
): string | undefined {
  const inOrder = sections.toSorted((a, b) => a.top - b.top);
  if (page.scrollY > 0 && page.scrollY + page.viewportHeight >= page.documentHeight - 1)
    return inOrder.at(-1)?.id;
  return inOrder.findLast(({ top }) => top <= page.scrollY + SCROLLSPY_OFFSET)?.id;
}

/** The id a link goes to when it stays on this page, else undefined. Both addresses absolute. */
export function fragmentOnPage(href: string, pageHref: string): string | undefined {
  const [to, here] = [new URL(href), new URL(pageHref)];
  if (to.origin !== here.origin || to.pathname !== here.pathname || to.search !== here.search)
    return undefined;
  return to.hash.length > 1 ? decodeURIComponent(to.hash.slice(1)) : undefined;
}

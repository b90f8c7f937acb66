import { easedProgress } from '../motion/motion-rules.ts';

/** Section 9 sets the duration of the scroll to an anchor and of a scroll-to link, in milliseconds. */
export const anchorScrollMs = 1000;
export const scrollToMs = 1200;

const scrollspyOffset = 80;
const stickyOffset = 4;
const headerOverlap = 10;

/** Returns the scroll position at a time, exact at both ends. Positions are CSS pixels. */
export function positionAt(scroll: {
  from: number;
  to: number;
  elapsedMs: number;
  durationMs: number;
}): number {
  const progress = easedProgress(scroll.elapsedMs, scroll.durationMs);
  return scroll.from + (scroll.to - scroll.from) * progress;
}

/** `top` is relative to the document, in CSS pixels. At the end of the page the last section is current. */
export function currentSection(
  sections: readonly { id: string; top: number }[],
  page: { scrollY: number; viewportHeight: number; documentHeight: number },
): string | undefined {
  const sorted = [...sections].sort((a, b) => a.top - b.top);
  if (page.scrollY > 0 && page.scrollY + page.viewportHeight >= page.documentHeight - 1)
    return sorted.at(-1)?.id;
  return sorted.findLast(({ top }) => top <= page.scrollY + scrollspyOffset)?.id;
}

/** Returns the fragment of a link to the current page. Both URLs are absolute. */
export function fragmentOnPage(href: string, pageHref: string): string | undefined {
  return new URL(href).search === new URL(pageHref).search
    ? fragmentOnPath(href, pageHref)
    : undefined;
}

/** Returns the fragment even if the query strings differ, because a search on the home page has the same sections. */
export function fragmentOnPath(href: string, pageHref: string): string | undefined {
  const [to, here] = [new URL(href), new URL(pageHref)];
  if (to.origin !== here.origin || to.pathname !== here.pathname) return undefined;
  return to.hash.length > 1 ? decodeURIComponent(to.hash.slice(1)) : undefined;
}

/**
 * Returns whether the header is fixed (section 4). `wide` states whether the viewport matches `stickyHeaderQuery`.
 * `navOffset` is the offset of the main navigation from the top of the document while the header is not fixed, in CSS
 * pixels.
 */
export function isFixed(wide: boolean, scrollY: number, navOffset: number): boolean {
  return wide && scrollY > navOffset + stickyOffset;
}

/** An anchor keeps this height free for the header (section 9), in CSS pixels. */
export function headerOffset(wide: boolean, headerHeight: number): number {
  return wide ? Math.max(0, headerHeight - headerOverlap) : 0;
}

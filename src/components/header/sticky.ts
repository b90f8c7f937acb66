/** The widest viewport, in CSS pixels, in which the header still scrolls away with the page. */
export const STATIC_HEADER_MAX_WIDTH = 991;
/** How far, in CSS pixels, past the main navigation's own offset the page must be scrolled. */
export const FIXED_AFTER = 4;
const OFFSET_LESS = 10;

/**
 * Whether the header is fixed (section 4): the page is scrolled past the main navigation's offset
 * plus 4 px and the viewport is wider than 991 px. All lengths in CSS pixels.
 */
export function isFixed(page: {
  scrollY: number;
  /** The main navigation's distance from the top of the document while the header is not fixed. */
  navOffset: number;
  viewportWidth: number;
}): boolean {
  return (
    page.viewportWidth > STATIC_HEADER_MAX_WIDTH && page.scrollY > page.navOffset + FIXED_AFTER
  );
}

/**
 * The room, in CSS pixels, an anchor's target keeps clear of the header (section 9): 10 px less
 * than the header's height from 992 px, none below, where the header is not fixed.
 */
export function headerOffset(headerHeight: number, viewportWidth: number): number {
  return viewportWidth > STATIC_HEADER_MAX_WIDTH ? Math.max(0, headerHeight - OFFSET_LESS) : 0;
}

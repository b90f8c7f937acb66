/** Section 9: for each pixel the page is scrolled, a parallax layer falls this much behind it. */
export const parallaxSpeed = 0.3;

/** Where a box is in the viewport, in CSS pixels. */
interface Box {
  readonly top: number;
  readonly height: number;
}

/** How far down, in CSS pixels, a layer is moved within its section: nothing when the section is in the middle. */
export function parallaxShift({ top, height }: Box, viewportHeight: number): number {
  return (viewportHeight / 2 - (top + height / 2)) * parallaxSpeed;
}

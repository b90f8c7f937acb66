/** How far outside the viewport a section still counts as near, in CSS pixels: about half a screen of reading. */
export const rootMarginPx = 400;

/** Events that show interest in a section before it has scrolled near: its module is then fetched at once. */
export const interestEvents = ['focusin', 'pointerenter', 'touchstart'] as const;

/** How often a module that did not arrive is asked for, each time on a new sign of interest. */
export const maxAttempts = 3;

import type { MouseEvent as ReactMouseEvent } from 'react';

/** Returns whether a click on a link opens it in this tab, and neither in a new tab nor as a download. */
export const isPlainClick = (event: MouseEvent | ReactMouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

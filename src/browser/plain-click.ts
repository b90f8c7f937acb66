import type { MouseEvent as ReactMouseEvent } from 'react';

/** Whether a click on a link opens it here, and not in a new tab or as a download. */
export const isPlainClick = (event: MouseEvent | ReactMouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

import type { FocusEvent } from 'react';

/**
 * Closes the popovers in an element that the focus leaves, so that they do not cover the focused element (WCAG 2.4.11).
 * The browser closes them on a press elsewhere and on Escape.
 */
export function hideOnBlur({ currentTarget, relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
    currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

import type { FocusEvent } from 'react';

const isSupported = typeof HTMLElement === 'undefined' || 'popover' in HTMLElement.prototype;

/** Browsers without the Popover API (docs/design.md) throw at `:popover-open`; reset.css styles the attribute. */
export const openPopover = isSupported ? ':popover-open' : '[data-popover-open]';

/** Closes a popover that loses the focus, because it must not cover the focused element (WCAG 2.4.11). */
export function hideOnBlur({ currentTarget, relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
    currentTarget.querySelector<HTMLElement>(openPopover)?.hidePopover();
}

if (!isSupported) addPopovers();

/** Adds the parts of the API that this site uses: `popover="auto"`, `popovertarget` and the two toggle events. */
function addPopovers(): void {
  const opened = () => [...document.querySelectorAll<HTMLElement>(openPopover)].reverse();
  const hideAllExceptAround = (inside: Node) => {
    for (const popover of opened()) if (!popover.contains(inside)) toggle(popover, 'closed');
  };

  HTMLElement.prototype.showPopover = function () {
    hideAllExceptAround(this);
    toggle(this, 'open');
  };
  HTMLElement.prototype.hidePopover = function () {
    for (const popover of opened()) if (this.contains(popover)) toggle(popover, 'closed');
  };

  // The listener is on the window, so that it runs after the menu's listener, which may prevent the default.
  addEventListener('click', (event) => {
    const button = buttonAt(event);
    const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '');
    if (!popover || event.defaultPrevented) return;
    if (popover.matches(openPopover)) popover.hidePopover();
    else if (button?.getAttribute('popovertargetaction') !== 'hide') popover.showPopover();
  });
  // Safari on iOS sends no click event for an element that is no control.
  addEventListener('pointerup', (event) => {
    if (event.target instanceof Node && !buttonAt(event)) hideAllExceptAround(event.target);
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') opened()[0]?.hidePopover();
  });
}

const buttonAt = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest('[popovertarget]') : null;

function toggle(popover: HTMLElement, newState: 'open' | 'closed'): void {
  const isOpen = newState === 'open';
  const send = (type: string) =>
    popover.dispatchEvent(Object.assign(new Event(type), { newState }));
  send('beforetoggle');
  const opener = document.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`);
  opener?.setAttribute('aria-expanded', String(isOpen));
  if (!isOpen && popover.contains(document.activeElement)) opener?.focus();
  popover.toggleAttribute('data-popover-open', isOpen);
  send('toggle');
}

'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useStored } from '#src/browser/page-events.ts';
import { hasApplications } from '#src/browser/storage.ts';
import { openPopover } from '../popover/popover.ts';

/** Adds the script of the main navigation (section 4). `children` is a `Menu`, which never changes. */
export function MainNav({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useStored(() => {
    for (const own of root.current?.querySelectorAll<HTMLElement>('[data-own]') ?? [])
      own.hidden = !hasApplications();
  });
  useEffect(() => {
    const nav = root.current?.querySelector('nav');
    for (const submenu of nav?.querySelectorAll<HTMLElement>('li > [popover]') ?? [])
      openByPointing(submenu);
    // A link to a section of this page loads no page, so the menu must be closed here.
    nav?.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a'))
        nav.querySelector<HTMLElement>(openPopover)?.hidePopover();
    });
  }, []);
  return (
    <div ref={root} className="contents">
      {children}
    </div>
  );
}

/**
 * A submenu that opened under the mouse pointer (`data-pointed`) closes when the pointer leaves, unless it was clicked.
 */
function openByPointing(popover: HTMLElement): void {
  const item = popover.parentElement;
  const button = item?.querySelector('button');
  const isPointed = () => popover.dataset.pointed !== undefined;

  item?.addEventListener('pointerenter', ({ pointerType }) => {
    // Opening the submenu would close any other open popover, but a popover may be closed by a click only.
    const other = document.querySelector(openPopover);
    if (pointerType !== 'mouse' || (other && !item.closest('nav')?.contains(other))) return;
    if (popover.matches(openPopover)) return;
    popover.dataset.pointed = '';
    popover.showPopover();
  });
  item?.addEventListener('pointerleave', () => {
    if (isPointed()) popover.hidePopover();
  });
  item?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !item.contains(relatedTarget)) popover.hidePopover();
  });
  button?.addEventListener('click', (event) => {
    if (!isPointed()) return;
    event.preventDefault();
    // The surrounding popovers close too, because a popover that closes also closes those inside it.
    for (let open: HTMLElement | null | undefined = popover; open; ) {
      delete open.dataset.pointed;
      open = open.parentElement?.closest<HTMLElement>('[popover]');
    }
  });
  popover.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'closed') return;
    delete popover.dataset.pointed;
    // Browsers return the focus only from the outermost popover.
    if (popover.contains(document.activeElement)) button?.focus();
  });
}

'use client';

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useReducer,
  useRef,
} from 'react';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './main-nav.module.css';
import { MenuList } from './menu-list.tsx';
import { closedSubmenus, nextSubmenu } from './menu-rules.ts';
import type { NavItem } from './nav-item.ts';

const MENU_ID = 'main-menu';

/**
 * The main navigation. Narrow screens get it as a sheet: a native popover, which opens, closes and
 * keeps Escape before any script has run. From 768 px the same list stands in the header. `mark` is what
 * the sheet covers of the header, in the same place.
 */
export function MainNav({ items, mark }: { items: readonly NavItem[]; mark?: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [submenu, send] = useReducer(nextSubmenu, closedSubmenus);

  useEffect(() => {
    const pressed = (event: PointerEvent) => {
      if (event.target instanceof Node && !nav.current?.contains(event.target))
        send({ type: 'outside' });
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || submenu.path.length === 0) return;
    // The submenu's button is the list's sibling; it gets the focus back.
    const list = (event.target as HTMLElement).closest('[data-submenu]');
    send({ type: 'escape' });
    list?.parentElement?.querySelector('button')?.focus();
    // Escape closes one thing at a time: the sheet stays.
    event.preventDefault();
  };

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !nav.current?.contains(event.relatedTarget))
      send({ type: 'outside' });
  };

  const onClick = (event: MouseEvent) => {
    if (!(event.target as HTMLElement).closest('a')) return;
    send({ type: 'outside' });
    if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
  };

  return (
    <nav
      ref={nav}
      className={styles.nav}
      aria-label="Main"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onClick={onClick}
    >
      <button type="button" className={styles.menuButton} popoverTarget={MENU_ID}>
        <Icon name="menu" />
        <VisuallyHidden>Menu</VisuallyHidden>
      </button>
      <div ref={sheet} id={MENU_ID} popover="auto" className={styles.sheet}>
        <div className={styles.top}>
          {mark}
          <button
            type="button"
            className={styles.closeButton}
            popoverTarget={MENU_ID}
            popoverTargetAction="hide"
          >
            <Icon name="close" />
            <VisuallyHidden>Close the menu</VisuallyHidden>
          </button>
        </div>
        <MenuList items={items} parent={[]} state={submenu} send={send} />
      </div>
    </nav>
  );
}

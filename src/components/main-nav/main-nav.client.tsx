'use client';

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useReducer,
  useRef,
} from 'react';
import { Icon } from '../icon/icon.tsx';
import { mobileMenuQuery } from '../media-queries.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './main-nav.module.css';
import {
  closedSubmenus,
  isOpen,
  type MenuPath,
  type NavItem,
  nextSubmenu,
  type SubmenuEvent,
  type SubmenuState,
} from './menu-rules.ts';

const menuId = 'main-menu';

/**
 * The main navigation. In mobile mode it is a sheet: a native popover, so opening, closing and Escape work
 * without script. In hover mode the same list is in the header.
 * @param mark a copy of the header's brand for the sheet, which covers the header
 */
export function MainNav({ items, mark }: { items: readonly NavItem[]; mark?: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [submenu, send] = useReducer(nextSubmenu, closedSubmenus);

  useEffect(() => {
    const onPointerDown = (event: globalThis.PointerEvent) => {
      if (event.target instanceof Node && !nav.current?.contains(event.target))
        send({ type: 'outside' });
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || submenu.path.length === 0) return;
    const list = (event.target as HTMLElement).closest('[data-submenu]');
    send({ type: 'escape' });
    list?.parentElement?.querySelector('button')?.focus();
    // Otherwise Escape would close the sheet too.
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
      <button type="button" className={styles.menuButton} popoverTarget={menuId}>
        <Icon name="menu" />
        <VisuallyHidden>Menu</VisuallyHidden>
      </button>
      <div ref={sheet} id={menuId} popover="auto" className={styles.sheet}>
        <div className={styles.top}>
          {mark}
          <button
            type="button"
            className={styles.closeButton}
            popoverTarget={menuId}
            popoverTargetAction="hide"
          >
            <Icon name="close" />
            <VisuallyHidden>Close the menu</VisuallyHidden>
          </button>
        </div>
        <MenuList items={items} path={[]} state={submenu} send={send} />
      </div>
    </nav>
  );
}

type MenuLevel = {
  path: MenuPath;
  state: SubmenuState;
  send: (event: SubmenuEvent) => void;
};

/** One level of the menu; the levels below it are lists of the same kind. */
function MenuList({ items, path, ...rest }: MenuLevel & { items: readonly NavItem[] }) {
  return (
    <ul className={path.length === 0 ? styles.list : styles.sublist}>
      {items.map((item, index) =>
        item.items ? (
          <Submenu key={item.label} item={item} path={[...path, index]} {...rest} />
        ) : (
          <li key={item.label}>
            <a className={styles.entry} href={item.href}>
              {item.label}
            </a>
          </li>
        ),
      )}
    </ul>
  );
}

function Submenu({ item, path, state, send }: MenuLevel & { item: NavItem }) {
  const open = isOpen(state, path);
  const id = `submenu-${path.join('-')}`;
  const onHover = (type: 'enter' | 'leave') => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    send({ type, path, mode: matchMedia(mobileMenuQuery).matches ? 'mobile' : 'hover' });
  };
  return (
    <li
      className={styles.parent}
      data-open={open ? '' : undefined}
      onPointerEnter={onHover('enter')}
      onPointerLeave={onHover('leave')}
    >
      <button
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => send({ type: 'press', path })}
      >
        {item.label}
        <Icon name="chevron-down" className={styles.chevron} />
      </button>
      <div id={id} className={styles.submenu} data-submenu="">
        <MenuList items={item.items ?? []} path={path} state={state} send={send} />
      </div>
    </li>
  );
}

'use client';

import { type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { Icon } from '../icon/icon.tsx';
import { hideOnBlur, openPopover } from '../popover/popover.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './main-nav.module.css';

export type NavItem = {
  label: string;
  href: string;
  /** An item with a submenu toggles the submenu and is not a link. */
  items?: readonly NavItem[] | undefined;
};

const sheetId = 'main-menu';

/**
 * Renders the main navigation (section 4) once for each mode; the stylesheet hides the other. In mobile mode it is a sheet
 * whose submenus open in place, in hover mode a row whose submenus are popovers. A press opens and closes all of them
 * without script, which only adds that the mouse opens submenus by pointing. `mark` is a copy of the header's brand for the
 * sheet, which covers the header.
 */
export function MainNav({ items, mark }: { items: readonly NavItem[]; mark?: ReactNode }) {
  return (
    <nav className={styles.nav} aria-label="Main">
      <button type="button" className={styles.menuButton} popoverTarget={sheetId}>
        <Icon name="menu" />
        <VisuallyHidden>Menu</VisuallyHidden>
      </button>
      <div id={sheetId} popover="auto" className={styles.sheet}>
        <div className={styles.top}>
          {mark}
          <button
            type="button"
            className={styles.closeButton}
            popoverTarget={sheetId}
            popoverTargetAction="hide"
          >
            <Icon name="close" />
            <VisuallyHidden>Close the menu</VisuallyHidden>
          </button>
        </div>
        <SheetList items={items} id="sheet" />
      </div>
      <BarList items={items} id="submenu" />
    </nav>
  );
}

interface ListProps {
  readonly items: readonly NavItem[];
  readonly id: string;
}

function SheetList({ items, id }: ListProps) {
  return (
    <ul>
      {items.map((item, index) => (
        <li key={item.label}>
          {item.items ? (
            // The browser keeps one of the submenus with the same name open.
            <details name={id}>
              <summary className={styles.entry}>
                <span>{item.label}</span>
                <Icon name="chevron-down" className={styles.chevron} />
              </summary>
              <SheetList items={item.items} id={`${id}-${index}`} />
            </details>
          ) : (
            <NavLink {...item} />
          )}
        </li>
      ))}
    </ul>
  );
}

function BarList({ items, id }: ListProps) {
  return (
    <ul className={styles.bar}>
      {items.map((item, index) =>
        item.items ? (
          <Submenu key={item.label} label={item.label} items={item.items} id={`${id}-${index}`} />
        ) : (
          <li key={item.label}>
            <NavLink {...item} />
          </li>
        ),
      )}
    </ul>
  );
}

function NavLink({ href, label }: NavItem) {
  // A link to a section of this page does not close the menu.
  const onClick = ({ currentTarget }: MouseEvent) =>
    currentTarget.closest('nav')?.querySelector<HTMLElement>(openPopover)?.hidePopover();
  return (
    <a className={styles.entry} href={href} onClick={onClick}>
      {label}
    </a>
  );
}

/**
 * Renders a submenu in hover mode. If the mouse opened it by pointing (`data-pointed`), it closes when the mouse leaves it;
 * the first click keeps it open, the second closes it.
 */
function Submenu({ label, items, id }: ListProps & { readonly label: string }) {
  const popover = useRef<HTMLDivElement>(null);
  const isPointed = () => popover.current?.dataset.pointed !== undefined;

  const onPointerEnter = ({ pointerType, currentTarget }: PointerEvent) => {
    // Opening the submenu would close another open popover, which may close only on a press.
    const other = document.querySelector(openPopover);
    if (pointerType !== 'mouse' || (other && !currentTarget.closest('nav')?.contains(other)))
      return;
    if (!popover.current || popover.current.matches(openPopover)) return;
    popover.current.dataset.pointed = '';
    popover.current.showPopover();
  };
  const onPointerLeave = () => {
    if (isPointed()) popover.current?.hidePopover();
  };
  const onClick = (event: MouseEvent) => {
    if (!isPointed()) return;
    event.preventDefault();
    // The surrounding popovers close too, because a popover that closes also closes those inside it.
    for (let open = popover.current; open; open = open.parentElement?.closest('[popover]') ?? null)
      delete open.dataset.pointed;
  };

  return (
    <li
      className={styles.parent}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      onBlur={hideOnBlur}
    >
      <button type="button" className={styles.entry} popoverTarget={id} onClick={onClick}>
        <span>{label}</span>
        <Icon name="chevron-down" className={styles.chevron} />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={styles.submenu}
        onBeforeToggle={({ newState, currentTarget, target }) => {
          if (newState !== 'closed' || target !== currentTarget) return;
          delete currentTarget.dataset.pointed;
          // The browser returns the focus from the outermost popover only.
          if (currentTarget.contains(document.activeElement))
            currentTarget.parentElement?.querySelector('button')?.focus();
        }}
      >
        <BarList items={items} id={id} />
      </div>
    </li>
  );
}

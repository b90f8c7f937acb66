import type { PointerEvent } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './main-nav.module.css';
import {
  isOpen,
  type MenuPath,
  menuMode,
  type SubmenuEvent,
  type SubmenuState,
} from './menu-rules.ts';
import type { NavItem } from './nav-item.ts';

type MenuListProps = {
  items: readonly NavItem[];
  parent: MenuPath;
  state: SubmenuState;
  send: (event: SubmenuEvent) => void;
};

/** One level of the menu; a submenu is a list of the same kind, whatever the depth. */
export function MenuList({ items, parent, state, send }: MenuListProps) {
  return (
    <ul className={parent.length === 0 ? styles.list : styles.sublist}>
      {items.map((item, index) =>
        item.items ? (
          <Submenu key={item.label} {...{ item, state, send }} path={[...parent, index]} />
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

function Submenu({
  item,
  path,
  state,
  send,
}: {
  item: NavItem;
  path: MenuPath;
  state: SubmenuState;
  send: (event: SubmenuEvent) => void;
}) {
  const open = isOpen(state, path);
  const id = `submenu-${path.join('-')}`;
  const follow = (type: 'enter' | 'leave') => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') send({ type, path, mode: menuMode(window.innerWidth) });
  };
  return (
    <li
      className={styles.parent}
      data-open={open ? '' : undefined}
      onPointerEnter={follow('enter')}
      onPointerLeave={follow('leave')}
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
        <MenuList items={item.items ?? []} parent={path} state={state} send={send} />
      </div>
    </li>
  );
}

'use client';

import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import { hideOnBlur } from '../popover/popover.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './dropdown.module.css';

/** Section 4: the dropdown works with and without script, and closes when it loses the focus. */
export function Dropdown({
  id,
  icon,
  label,
  children,
}: {
  id: string;
  icon: IconName;
  label: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus leaves the controls inside
    <div className={styles.box} onBlur={hideOnBlur}>
      <button type="button" className={styles.trigger} popoverTarget={id} title={label}>
        <Icon name={icon} />
        <Icon name="close" />
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
      <div
        id={id}
        popover="auto"
        className={styles.panel}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open')
            currentTarget.querySelector<HTMLElement>('input:checked, input, select')?.focus();
        }}
      >
        {children}
      </div>
    </div>
  );
}

'use client';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './dropdown.module.css';

/**
 * A panel under its icon (section 4). It opens on a click on the icon, with focus on its first field, and
 * closes on a click elsewhere, on Escape and when focus leaves it.
 */
export function Dropdown({
  icon,
  label,
  children,
}: {
  icon: IconName;
  label: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    panel.current
      ?.querySelector<HTMLElement>('input:checked, input, select, textarea, a, button')
      ?.focus();
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      document.removeEventListener('keydown', onEscape);
    };
  }, [open]);

  return (
    <div ref={box} className={styles.box}>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        aria-expanded={open}
        aria-controls={id}
        title={label}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : icon} />
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
      <div ref={panel} id={id} className={styles.panel} hidden={!open}>
        {children}
      </div>
    </div>
  );
}

'use client';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './dropdown.module.css';

/**
 * A panel under its icon (section 4): opens when the icon is clicked, closes on a click elsewhere,
 * with Escape, or when focus moves on. Opening puts focus on the panel's first field.
 */
export function Dropdown({
  icon,
  label,
  wide = false,
  children,
}: {
  icon: IconName;
  label: string;
  /** Spans the page's measure instead of its own content. */
  wide?: boolean;
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
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
      document.removeEventListener('keydown', onEscape);
    };
  }, [open]);

  return (
    <div ref={box} className={wide ? styles.wideBox : styles.box}>
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
      <div ref={panel} id={id} className={wide ? styles.widePanel : styles.panel} hidden={!open}>
        {children}
      </div>
    </div>
  );
}

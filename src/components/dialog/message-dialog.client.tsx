'use client';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import styles from './dialog.module.css';

/**
 * A title, a sentence and OK, over the page. The native <dialog> keeps focus inside, closes with
 * Escape and gives focus back. Server-rendered open it stands without JavaScript too, where OK
 * closes it through form method="dialog".
 */
export function MessageDialog({
  open,
  title,
  children,
  okLabel = 'OK',
  onClose,
}: {
  open: boolean;
  title: string;
  children: ReactNode;
  okLabel?: string;
  onClose?: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // React leaves an attribute alone while its prop stays the same; showModal() and close() own it.
  const [openInHtml] = useState(open);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.matches(':modal')) {
      element.removeAttribute('open');
      element.showModal();
    }
    if (!open && element.open) element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      open={openInHtml}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onClose={onClose}
    >
      <h2 className={styles.title} id={`${id}-title`}>
        {title}
      </h2>
      <div className={styles.message} id={`${id}-message`}>
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      <form method="dialog">
        <Button type="submit">{okLabel}</Button>
      </form>
    </dialog>
  );
}

'use client';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { texts } from '#language';
import { Button } from '../button/button.tsx';
import styles from './dialog.module.css';

/** The native <dialog> traps and restores the focus. Without JavaScript its form with method="dialog" closes it. */
export function MessageDialog({
  open,
  title,
  children,
  onClose,
}: {
  open: boolean;
  title: string;
  children: ReactNode;
  onClose?: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The prop never changes, so React leaves the attribute to showModal() and close().
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
        <Button type="submit">{texts().form.ok}</Button>
      </form>
    </dialog>
  );
}

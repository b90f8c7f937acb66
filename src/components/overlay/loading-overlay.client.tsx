'use client';

import { useEffect, useRef } from 'react';
import { LoadingBox } from './loading-box.tsx';
import styles from './overlay.module.css';

/**
 * Covers the page and makes it inert while work is under way; a screen reader hears the message.
 * It cannot be closed by hand: whoever opens it must close it, also when the work fails.
 */
export function LoadingOverlay({
  open,
  message = 'Loading…',
}: {
  open: boolean;
  message?: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-label={message}
      aria-busy={open}
      onCancel={(event) => event.preventDefault()}
      onClose={() => {
        // A second Escape closes a dialog whatever its cancel handler says.
        if (open) dialog.current?.showModal();
      }}
    >
      {open ? <LoadingBox message={message} /> : null}
    </dialog>
  );
}

'use client';

import { useLayoutEffect, useRef } from 'react';
import { LoadingBox } from './loading-screen.tsx';
import styles from './overlay.module.css';

/** The visitor cannot close it, so `open` must also become false when the work fails. */
export function LoadingOverlay({ open, message }: { open: boolean; message: string }) {
  const dialog = useRef<HTMLDialogElement>(null);

  // In a layout effect, because effects of other components cannot set the focus in an inert page.
  useLayoutEffect(() => {
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
        // Browsers close a dialog on a second Escape even if its cancel event is prevented.
        if (open) dialog.current?.showModal();
      }}
    >
      {open ? <LoadingBox message={message} /> : null}
    </dialog>
  );
}

import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './overlay.module.css';

export function LoadingBox({ message }: { message: string }) {
  return (
    <div className={styles.box}>
      <span className={styles.spinner} aria-hidden="true" />
      <p role="status">{message}</p>
    </div>
  );
}

/** Renders the blocking loading dialog as a Suspense fallback: it is HTML only and disappears when the content arrives. */
export function LoadingScreen({ message }: { message: string }) {
  return (
    <div className={classNames(styles.overlay, styles.screen, styles.late)} data-loading="">
      <LoadingBox message={message} />
    </div>
  );
}

/** Elements with a higher `z-index` stay readable above it. Screen readers need a separate announcement. */
export function SectionOverlay({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className={styles.section} data-overlay="">
      <p className={styles.bar}>
        <span className={styles.spinner} aria-hidden="true" />
        <span className={styles.message}>
          <span>{message}</span>
          {children}
        </span>
      </p>
    </div>
  );
}

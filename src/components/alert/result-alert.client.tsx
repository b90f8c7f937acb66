'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import styles from './alert.module.css';
import { Alert } from './alert.tsx';

/**
 * The alert receives the focus, because the control that caused it may be gone or far away (WCAG 2.4.3). Without
 * JavaScript, `autofocus` sets the focus.
 */
export function ResultAlert(alert: ComponentProps<typeof Alert>) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    // biome-ignore lint/a11y/noAutofocus: people must hear the result of the form.
    <div ref={box} className={styles.result} tabIndex={-1} autoFocus>
      <Alert {...alert} />
    </div>
  );
}

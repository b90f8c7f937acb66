'use client';

import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './toast.module.css';

/**
 * A short word at the foot of the page. Keep it rendered with a null message: the live region must
 * be there before its text. It stays until it is closed or replaced, so nobody has to be quick.
 */
export function Toast({ message, onDismiss }: { message: string | null; onDismiss?: () => void }) {
  return (
    <div className={styles.place} role="status">
      {message === null ? null : (
        <div className={styles.toast}>
          <p>{message}</p>
          {onDismiss ? (
            <button type="button" className={styles.close} onClick={onDismiss}>
              <Icon name="close" />
              <VisuallyHidden>Close</VisuallyHidden>
            </button>
          ) : null}
        </div>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './page-head.module.css';

export const asideSizes = '(width < 48rem) 7rem, 14rem';

/** `aside` comes first in the HTML. If it arrived after the text, on a slow connection, it would move the text. */
export function PageHead({
  eyebrow,
  title,
  aside,
  compact = false,
  children,
}: {
  eyebrow?: ReactNode;
  title: ReactNode;
  aside?: ReactNode;
  /** Whether `aside` is small and beside the title on narrow screens. */
  compact?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={styles.head}
      data-aside={aside ? true : undefined}
      data-compact={compact || undefined}
    >
      {aside ? (
        <div className={styles.aside} data-print="no">
          {aside}
        </div>
      ) : null}
      <div className={styles.content}>
        {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
        <h1>{title}</h1>
        {children ? <div className={styles.text}>{children}</div> : null}
      </div>
    </div>
  );
}

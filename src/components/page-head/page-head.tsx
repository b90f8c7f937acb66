import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** At least the width of the first picture of an illustration in `aside`, for its `sizes`. */
export const asideSizes = '(width < 48rem) 7rem, 14rem';

/**
 * The title of a page with a line above and text below. `aside` is beside it, or above it on narrow
 * screens. `aside` comes first in the HTML: on a slow connection the text is painted while it arrives, and
 * an element after it would move it.
 */
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
  /** On narrow screens `aside` is small and beside the title. */
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

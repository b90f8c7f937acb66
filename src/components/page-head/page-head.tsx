import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/**
 * The opening of a page: a line above, the title, a sentence; `aside` is what lies beside it, or above it
 * on narrow screens. It stands first in the page, since a slow phone draws the words as it reads them,
 * and what came after would push them down.
 */
export function PageHead({
  eyebrow,
  title,
  aside,
  children,
}: {
  eyebrow?: ReactNode;
  title: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      {aside ? <div className={styles.aside}>{aside}</div> : null}
      <div className={styles.words}>
        {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
        <h1>{title}</h1>
        {children ? <div className={styles.text}>{children}</div> : null}
      </div>
    </div>
  );
}

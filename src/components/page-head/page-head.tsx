import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** The opening of a page: a line above, the title, a sentence; `aside` is what lies beside it. */
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
      <div>
        {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
        <h1>{title}</h1>
        {children ? <div className={styles.text}>{children}</div> : null}
      </div>
      {aside ? <div className={styles.aside}>{aside}</div> : null}
    </div>
  );
}

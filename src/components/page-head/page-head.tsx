import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** The opening of a page that has no hero: a line above, the title, a sentence. */
export function PageHead({
  eyebrow,
  title,
  children,
}: {
  eyebrow?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
      <h1>{title}</h1>
      {children ? <div className={styles.text}>{children}</div> : null}
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './panel.module.css';

/**
 * A collapsible panel. Its summary is a heading, a dotted leader and `aside`, below it `lead`, `note` and `detail`; on narrow
 * screens the heading, `lead` with `aside`, `detail`, `note`, each on a line. A native
 * details element, so it works without JavaScript and the browser's search finds its content. HTML allows a
 * heading as a direct child of the summary only.
 */
export function Panel({
  heading,
  level = 3,
  aside,
  lead,
  note,
  detail,
  children,
}: {
  heading: ReactNode;
  level?: 3 | 4;
  aside?: ReactNode;
  lead?: ReactNode;
  note?: ReactNode;
  /** Below `aside`; below `note` on narrow screens. */
  detail?: ReactNode;
  children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <details className={styles.panel}>
      <summary className={styles.summary}>
        <Heading className={styles.heading}>{heading}</Heading>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
        {lead || note || detail ? (
          <span className={styles.below}>
            {lead ? <span className={styles.lead}>{lead}</span> : null}
            {note ? <span className={styles.note}>{note}</span> : null}
            {detail ? <span className={styles.detail}>{detail}</span> : null}
          </span>
        ) : null}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}

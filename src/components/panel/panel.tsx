import type { ReactNode } from 'react';
import styles from './panel.module.css';

/**
 * An item of a list. On narrow screens the heading, `lead` with `aside`, `detail` and `note` each have a line. The browser's
 * search finds the content of a details element. HTML allows a heading only as a direct child of the summary.
 */
export function Panel({
  heading,
  lang,
  level = 3,
  aside,
  lead,
  note,
  detail,
  line,
  children,
}: {
  heading: ReactNode;
  /** The language of the heading, if it is not that of the page. */
  lang?: string | undefined;
  level?: 3 | 4;
  aside?: ReactNode;
  lead?: ReactNode;
  note?: ReactNode;
  /** The detail is below `aside`, on narrow screens below `note`. */
  detail?: ReactNode;
  /** A line of the content, while the panel is closed. */
  line?: ReactNode;
  children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <li>
      <details className={styles.panel}>
        <summary>
          <Heading lang={lang} dir="auto">
            {heading}
          </Heading>
          {aside ? <span className={styles.aside}>{aside}</span> : null}
          {lead || note || detail ? (
            <span className={styles.below}>
              {lead ? <span className={styles.lead}>{lead}</span> : null}
              {note ? <span className={styles.note}>{note}</span> : null}
              {detail ? <span className={styles.detail}>{detail}</span> : null}
            </span>
          ) : null}
          {line ? <span className={styles.line}>{line}</span> : null}
        </summary>
        <div>{children}</div>
      </details>
    </li>
  );
}

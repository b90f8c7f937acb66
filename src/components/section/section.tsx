import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './section.module.css';

/**
 * A part of a one-page page: its heading, its content, room around both. The id is what the menu
 * and the scrollspy go by.
 */
export function Section({
  id,
  title,
  intro,
  tone = 'paper',
  children,
  className,
}: {
  id: string;
  title: ReactNode;
  intro?: ReactNode;
  tone?: 'paper' | 'wash';
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <section
      id={id}
      className={classNames(styles.section, className)}
      data-tone={tone}
      aria-labelledby={`${id}-title`}
    >
      <div className="wrap">
        <div className={styles.head}>
          <h2 id={`${id}-title`}>{title}</h2>
          {intro ? <p className={styles.intro}>{intro}</p> : null}
        </div>
        {children}
      </div>
    </section>
  );
}

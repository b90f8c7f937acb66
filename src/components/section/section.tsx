import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './section.module.css';

/** The menu and the scrollspy refer to the `id` of the section. */
export function Section({
  id,
  title,
  intro,
  children,
  className,
}: {
  id: string;
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <section
      id={id}
      className={classNames(styles.section, className)}
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

/** Columns appear from a width of 48rem. */
export function SectionColumns({ children }: { children: ReactNode }) {
  return <div className={`wrap ${styles.columns}`}>{children}</div>;
}

import type { ReactNode } from 'react';
import styles from './apply-section.module.css';

/** The form under an opening; `id` is the fragment that Apply Now leads to. */
export function ApplySection({ id, children }: { id: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`} data-print="no">
      <h2 id={`${id}-title`}>Apply for this job</h2>
      {children}
    </section>
  );
}

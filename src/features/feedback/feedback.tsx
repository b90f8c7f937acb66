import type { ReactNode } from 'react';
import { ButtonLink } from '#src/components/button/button.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './feedback.module.css';

/** Section 2: the application was submitted, the company will make contact, the way home. `children`: the receipt. */
export function Feedback({ children }: { children?: ReactNode }) {
  const { enquiries, feedback } = siteConfig;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={feedback.title}>
        <p>{feedback.text}</p>
      </PageHead>
      {children}
      <ol className={styles.steps}>
        {feedback.steps.map((step) => (
          <li className={styles.step} key={step.title}>
            <h2 className={styles.title}>{step.title}</h2>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.questions}>
        Questions about your application? Write to{' '}
        <a href={`mailto:${enquiries.email}`}>{enquiries.email}</a> or call {enquiries.phone},{' '}
        {enquiries.hours}.
      </p>
      <ButtonLink href="/" data-print="no">
        {feedback.home}
      </ButtonLink>
    </div>
  );
}

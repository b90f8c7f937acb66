import type { ReactNode } from 'react';
import { ButtonLink } from '#src/components/button/button.tsx';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { Lightbox } from '#src/components/lightbox/lightbox.client.tsx';
import { asideSizes, PageHead } from '#src/components/page-head/page-head.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './feedback.module.css';

/** Section 2: the application was submitted and the company will make contact. `children`: the receipt. */
export function Feedback({ children }: { children?: ReactNode }) {
  const { enquiries, feedback } = siteConfig;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={feedback.title} aside={<FeedbackPicture />}>
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

function FeedbackPicture() {
  const { picture, caption, background } = siteConfig.feedback.picture;
  return (
    <Lightbox label={caption}>
      <a
        className={styles.picture}
        href={picture.src}
        data-lightbox="image"
        data-caption={caption}
        data-background={background}
      >
        <Illustration background={background} pictures={[picture]} sizes={asideSizes} />
      </a>
    </Lightbox>
  );
}

import type { ReactNode } from 'react';
import { ButtonLink } from '#src/components/button/button.tsx';
import { PhoneLink } from '#src/components/contact-details/contact-details.tsx';
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
      <PageHead title={<Sentences text={feedback.title} />} aside={<FeedbackPicture />}>
        <p>{feedback.text}</p>
      </PageHead>
      {children}
      <h2 className={styles.next}>{feedback.next}</h2>
      <ol className={styles.steps}>
        {feedback.steps.map((step) => (
          <li className={styles.step} key={step.title}>
            <h3 className={styles.title}>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.questions}>
        Questions about your application? Write to{' '}
        <a href={`mailto:${enquiries.email}`}>{enquiries.email}</a> or call{' '}
        <PhoneLink phone={enquiries.phone} />, {enquiries.hours}.
      </p>
      <ButtonLink href="/#openings" data-print="no">
        {feedback.home}
      </ButtonLink>
    </div>
  );
}

/** Each sentence begins a line and is balanced by itself. */
function Sentences({ text }: { text: string }) {
  return text.split(/(?<=[.!?]) /).map((sentence) => (
    <span key={sentence} className={styles.sentence}>
      {sentence}{' '}
    </span>
  ));
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

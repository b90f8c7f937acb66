import type { ReactNode } from 'react';
import { listHref } from '#src/addresses.ts';
import { ButtonLink } from '#src/components/button/button.tsx';
import { PhoneLink } from '#src/components/contact-details/contact-details.tsx';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { Lightbox } from '#src/components/lightbox/lightbox.client.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './feedback.module.css';

const { enquiries, feedback } = siteConfig;

/** Renders the frame of the thank-you page: below `children` it tells whom to ask, and links to home. */
export const Feedback = ({ children }: { children: ReactNode }) => (
  <div className={`wrap ${styles.page}`}>
    {children}
    <p className={styles.questions}>
      Questions about your application?
      <br />
      Write to <a href={`mailto:${enquiries.email}`}>{enquiries.email}</a> or call{' '}
      <PhoneLink phone={enquiries.phone} />, {enquiries.hours}.
    </p>
    <ButtonLink href={listHref()} data-print="no">
      {feedback.home}
    </ButtonLink>
  </div>
);

/** Section 2: the application was submitted and the company will make contact. */
export const Thanks = () => (
  <PageHead compact title={<Sentences text={feedback.title} />} aside={<FeedbackPicture />}>
    <p>{feedback.text}</p>
  </PageHead>
);

/** A withdrawn application shows this in place of the thanks and the next steps, because nobody makes contact. */
export const Withdrawn = () => (
  <PageHead title="Your application is withdrawn.">
    <p>The company no longer considers it.</p>
  </PageHead>
);

/** A browser that has sent nothing, or whose ticket has expired, shows this in place of the thanks. */
export const NoApplication = () => (
  <PageHead title="This browser has no application to show.">
    <p>
      An application is shown for a week, in the browser that sent it. One that you sent earlier, or
      elsewhere, is not lost.
    </p>
  </PageHead>
);

export const NextSteps = () => (
  <>
    <h2 className={styles.next}>{feedback.next}</h2>
    <ol className={styles.steps}>
      {feedback.steps.map((step) => (
        <li className={styles.step} key={step.title}>
          <h3 className={styles.title}>{step.title}</h3>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  </>
);

/** Each sentence begins a line and is balanced by itself. */
function Sentences({ text }: { text: string }) {
  return text.split(/(?<=[.!?]) /).map((sentence) => (
    <span key={sentence} className={styles.sentence}>
      {sentence}{' '}
    </span>
  ));
}

/** The picture loads lazily: only a browser that has an application shows it, and a preload would serve nobody else. */
function FeedbackPicture() {
  const { picture, caption, background } = feedback.picture;
  return (
    <Lightbox label={caption}>
      <a
        className={styles.picture}
        href={picture.src}
        data-lightbox="image"
        data-caption={caption}
        data-background={background}
      >
        <Illustration background={background} pictures={[picture]} />
      </a>
    </Lightbox>
  );
}

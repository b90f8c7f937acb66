import type { ReactNode } from 'react';
import { listHref } from '#src/addresses.ts';
import { ButtonLink } from '#src/components/button/button.tsx';
import { EmailLink, PhoneLink } from '#src/components/contact-details/contact-details.tsx';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { Lightbox } from '#src/components/lightbox/lightbox.client.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import { Prose } from '#src/components/prose/prose.tsx';
import { applicantsContact } from '#src/config/companies.ts';
import { fillElements } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import styles from './feedback.module.css';

/** Renders the frame of the thank-you page. Below `children` it names a contact and links to home. */
export function Feedback({ company, children }: { company: string; children: ReactNode }) {
  const { questions, contact } = texts().feedback;
  const { enquiries, feedback } = site();
  return (
    <div className={`wrap ${styles.page}`}>
      {children}
      <p className={styles.questions}>
        {questions}
        <br />
        {fillElements(contact, {
          email: <EmailLink email={applicantsContact(company)} />,
          phone: <PhoneLink phone={enquiries.phone} />,
          hours: enquiries.hours,
        })}
      </p>
      <ButtonLink href={listHref()} data-print="no">
        {feedback.home}
      </ButtonLink>
    </div>
  );
}

/** Section 2: the application was submitted and the company will make contact. */
export function Thanks() {
  const { title, text } = site().feedback;
  return (
    <PageHead compact title={<Sentences text={title} />} aside={<FeedbackPicture />}>
      <p>{text}</p>
    </PageHead>
  );
}

/** Replaces the thanks and the next steps after a withdrawal, because nobody will make contact. */
export function Withdrawn() {
  const { withdrawnTitle, withdrawn } = texts().feedback;
  return (
    <PageHead title={withdrawnTitle}>
      <p>{withdrawn}</p>
    </PageHead>
  );
}

/** Replaces the thanks if the company has refused the application. The private page states the decision. */
export const Closed = () => <PageHead title={texts().feedback.titleWithout} />;

/** A browser that has sent nothing, or whose ticket has expired, shows this in place of the thanks. */
export function NoApplication({ children }: { children: ReactNode }) {
  const { noneTitle, none } = texts().feedback;
  return (
    <>
      <PageHead title={noneTitle}>
        <p>{none}</p>
      </PageHead>
      {children}
    </>
  );
}

export function NextSteps() {
  const { next, steps } = site().feedback;
  return steps.length === 0 ? null : (
    <>
      <h2 className={styles.next}>{next}</h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li className={styles.step} key={step.title}>
            <h3 className={styles.title}>{step.title}</h3>
            <Prose text={step.text} />
          </li>
        ))}
      </ol>
    </>
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

/** The picture loads lazily, because only browsers with an application show it. */
function FeedbackPicture() {
  const { picture, caption, background } = site().feedback.picture;
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

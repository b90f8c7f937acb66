import type { ReactNode } from 'react';
import { siteConfig } from '#src/config/site.ts';
import { EnquiryForm } from './enquiry-form.client.tsx';
import styles from './enquiry-form.module.css';
import { messageCaptcha } from './message-captcha.tsx';

/**
 * The contact-us section (section 2, page sections), with the texts and the action of the site
 * config.
 */
export function ContactUsSection() {
  const { title, intro, ...form } = siteConfig.enquiryForms.contactUs;
  return (
    <FoldedSection id="contact-us" title={title} intro={intro}>
      <EnquiryForm kind="contact-us" {...form} captcha={messageCaptcha()} />
    </FoldedSection>
  );
}

/** The quote-request section (section 2, page sections). */
export function QuoteSection() {
  const { title, intro, closedDates: _, ...form } = siteConfig.enquiryForms.quote;
  return (
    <FoldedSection id="quote" title={title} intro={intro}>
      <EnquiryForm kind="quote" {...form} captcha={messageCaptcha()} />
    </FoldedSection>
  );
}

/**
 * A form that is unfolded by its heading, or by a link to `id`: browsers open the details element that contains the target
 * of an address. So `id` is inside it, and its stylesheet scrolls to the heading.
 */
function FoldedSection({
  id,
  title,
  intro,
  children,
}: {
  id: string;
  title: string;
  intro: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <details className={styles.section}>
        <summary className={styles.head}>
          <h2 id={`${id}-title`}>{title}</h2>
          <span>{intro}</span>
        </summary>
        <div id={id} className={styles.content}>
          {children}
        </div>
      </details>
    </section>
  );
}

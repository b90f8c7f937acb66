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
    <section className={styles.section} id="contact-us" aria-labelledby="contact-us-title">
      <header className={styles.head}>
        <h2 id="contact-us-title">{title}</h2>
        <p>{intro}</p>
      </header>
      <EnquiryForm kind="contact-us" {...form} captcha={messageCaptcha()} />
    </section>
  );
}

/** The quote-request section (section 2, page sections). */
export function QuoteSection() {
  const { title, intro, closedDates: _, ...form } = siteConfig.enquiryForms.quote;
  return (
    <section className={styles.section} id="quote" aria-labelledby="quote-title">
      <header className={styles.head}>
        <h2 id="quote-title">{title}</h2>
        <p>{intro}</p>
      </header>
      <EnquiryForm kind="quote" {...form} captcha={messageCaptcha()} />
    </section>
  );
}

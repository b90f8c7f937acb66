import { siteFile } from '#src/site/site-file.ts';
import { PageForm } from './page-form.client.tsx';
import styles from './page-forms.module.css';

/** The contact-us section (section 2, page sections), as the site file words and addresses it. */
export function ContactUsSection() {
  const { title, intro, action } = siteFile.pageForms.contactUs;
  return (
    <section className={styles.section} id="contact-us" aria-labelledby="contact-us-title">
      <header className={styles.head}>
        <h2 id="contact-us-title">{title}</h2>
        <p>{intro}</p>
      </header>
      <PageForm kind="contact-us" action={action} captcha={siteFile.captcha} />
    </section>
  );
}

/** The quote-request section (section 2, page sections). */
export function QuoteSection() {
  const { title, intro, action, services } = siteFile.pageForms.quote;
  return (
    <section className={styles.section} id="quote" aria-labelledby="quote-title">
      <header className={styles.head}>
        <h2 id="quote-title">{title}</h2>
        <p>{intro}</p>
      </header>
      <PageForm kind="quote" action={action} services={services} captcha={siteFile.captcha} />
    </section>
  );
}

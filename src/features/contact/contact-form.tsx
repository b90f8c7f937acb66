import { siteCaptcha } from '#src/components/captcha/site-captcha.tsx';
import { ContactDetails } from '#src/components/contact-details/contact-details.tsx';
import { postedForm } from '#src/forms/receive-form.ts';
import { MessageForm } from './contact-form.client.tsx';
import styles from './contact-form.module.css';

/** Section 2 defines the form of /contact. `title` is the page's title. */
export function ContactForm({ title }: { title: string }) {
  return (
    <div className={styles.columns}>
      <div>
        <MessageForm title={title} posted={postedForm('contact')} captcha={siteCaptcha()} />
      </div>
      <div className={styles.aside}>
        <ContactDetails />
      </div>
    </div>
  );
}

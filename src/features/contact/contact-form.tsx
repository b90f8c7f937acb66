import { siteCaptcha } from '#src/components/captcha/site-captcha.tsx';
import { ContactDetails } from '#src/components/contact-details/contact-details.tsx';
import { site } from '#src/language/server.ts';
import { MessageForm } from './contact-form.client.tsx';
import styles from './contact-form.module.css';
import { contactResult } from './send-message.ts';

/** Section 2 defines the form of /contact. `title` is the page's title. */
export function ContactForm({ title }: { title: string }) {
  const { address, enquiries } = site();
  return (
    <div className={styles.columns}>
      <div>
        <MessageForm title={title} posted={contactResult.get()} captcha={siteCaptcha()} />
      </div>
      <div className={styles.aside}>
        <ContactDetails address={address} {...enquiries} />
      </div>
    </div>
  );
}

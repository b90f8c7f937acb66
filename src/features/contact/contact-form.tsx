import { CaptchaField } from '#src/components/captcha/captcha-field.client.tsx';
import { ContactDetails } from '#src/components/contact-details/contact-details.tsx';
import { fill } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import { MessageForm } from './contact-form.client.tsx';
import styles from './contact-form.module.css';
import { contactResult } from './send-message.ts';

/** Section 2 defines the form of /contact. `title` is the page's title. */
export function ContactForm({ title }: { title: string }) {
  const { address, enquiries } = site();
  return (
    <div className={styles.columns}>
      <div>
        <MessageForm title={title} posted={contactResult.get()} captcha={messageCaptcha()} />
      </div>
      <div className={styles.aside}>
        <ContactDetails address={address} {...enquiries} />
      </div>
    </div>
  );
}

/** Returns undefined if the site has no captcha. */
export function messageCaptcha() {
  const { captcha, enquiries } = site();
  const withoutScript = fill(texts().pages.writeInstead, { email: enquiries.email });
  return captcha && <CaptchaField {...captcha} withoutScript={withoutScript} />;
}

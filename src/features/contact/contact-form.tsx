import { Enquiries } from '#src/components/enquiries/enquiries.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './contact-form.module.css';
import { contactResult } from './contact-result.ts';
import { blank } from './contact-state.ts';
import { MessageForm } from './message-form.client.tsx';

/**
 * The form of /contact (section 2), and the other ways to ask. `title` is the page's, which begins with
 * 'Error: ' while it has errors.
 */
export function ContactForm({ title }: { title: string }) {
  const { address, enquiries } = siteConfig;
  return (
    <div className={styles.columns}>
      <div>
        <MessageForm title={title} posted={contactResult.get() ?? blank} />
      </div>
      <div className={styles.beside}>
        <Enquiries address={address} {...enquiries} />
      </div>
    </div>
  );
}

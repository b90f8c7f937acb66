import { Enquiries } from '#src/components/enquiries/enquiries.tsx';
import { siteFile } from '#src/site/site-file.ts';
import styles from './contact-form.module.css';
import { blank } from './contact-state.ts';
import { MessageForm } from './message-form.client.tsx';
import { postedMessage } from './posted-message.ts';

/**
 * The form of /contact (section 2), and the other ways to ask. `title` is the page's, which begins with
 * 'Error: ' while it has errors.
 */
export function ContactForm({ title }: { title: string }) {
  const { address, enquiries } = siteFile;
  return (
    <div className={styles.columns}>
      <div>
        <MessageForm title={title} posted={postedMessage.found() ?? blank} />
      </div>
      <div className={styles.beside}>
        <Enquiries address={address} {...enquiries} />
      </div>
    </div>
  );
}

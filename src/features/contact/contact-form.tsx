import { blank } from './contact-state.ts';
import { MessageForm } from './message-form.client.tsx';
import { postedMessage } from './posted-message.ts';

/** The form of /contact (section 2). `title` is the page's, which begins with 'Error: ' while it has errors. */
export const ContactForm = ({ title }: { title: string }) => (
  <MessageForm title={title} posted={postedMessage.found() ?? blank} />
);

import type { ContactMessage } from '#src/domain/model/application.ts';
import { normalizeContactMessage } from '#src/domain/rules/contact.ts';

/** The fields of the form; the subject is the site's. */
export type ContactValues = Omit<ContactMessage, 'subject'>;
type ContactField = keyof ContactValues;

/** The label of each field, at its control and in the error summary. */
export const contactLabels: Readonly<Record<ContactField, string>> = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email address',
  phone: 'Phone number',
  msg: 'Message',
};
const contactFields = Object.keys(contactLabels) as ContactField[];

/** Identifies the origin of a message in the company's mailbox. */
export const contactSubject = 'Message from the careers site';

const toValues = (text: (name: ContactField) => string): ContactValues =>
  Object.fromEntries(contactFields.map((name) => [name, text(name)])) as ContactValues;

export const emptyContactValues: ContactValues = toValues(() => '');

/** The form's texts as typed, with LF line ends: forms send CR LF. */
export function readContactForm(form: FormData): ContactValues {
  return toValues((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
  });
}

/** The message to send. */
export function toContactMessage(values: ContactValues): ContactMessage {
  return normalizeContactMessage({ ...values, subject: contactSubject });
}

export const sendButton = 'Send message';

/** Of a message whose answer was lost, in every form. */
export const mayHaveArrived =
  'We do not know whether your message arrived. What you wrote is still in the form.';

/** Section 4, contact. There is no page at /home: it redirects to `/`, as every unknown path does. */
export const sentPath = '/home';

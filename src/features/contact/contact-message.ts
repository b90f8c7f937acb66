import type { ContactMessage } from '#src/domain/model/application.ts';
import { normalizeContactMessage } from '#src/domain/rules/contact.ts';

/** The site sets the subject, so it is no field of the form. */
export type ContactValues = Omit<ContactMessage, 'subject'>;
type ContactField = keyof ContactValues;

export const contactLabels: Readonly<Record<ContactField, string>> = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email address',
  phone: 'Phone number',
  msg: 'Message',
};
const contactFields = Object.keys(contactLabels) as ContactField[];

/** The subject shows the company's mailbox where a message comes from. */
export const contactSubject = 'Message from the careers site';

const toValues = (text: (name: ContactField) => string): ContactValues =>
  Object.fromEntries(contactFields.map((name) => [name, text(name)])) as ContactValues;

export const emptyContactValues: ContactValues = toValues(() => '');

/** Returns the form's texts as typed, with LF line ends: forms send CR LF. */
export function readContactForm(form: FormData): ContactValues {
  return toValues((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
  });
}

export function toContactMessage(values: ContactValues): ContactMessage {
  return normalizeContactMessage({ ...values, subject: contactSubject });
}

export const sendButton = 'Send message';

/** Every form for messages shows this if it lost the answer to its request. */
export const arrivalUnknown =
  'We do not know whether your message arrived. What you wrote is still in the form.';

/** Section 4, contact. There is no page at /home: like every unknown path, it redirects to `/`. */
export const sentPath = '/home';

import type { ContactMessage } from '#src/domain/model/application.ts';
import { normalizeContactMessage } from '#src/domain/rules/contact.ts';

/** The site sets the subject, so it is no field of the form. */
export type ContactValues = Omit<ContactMessage, 'subject'>;
const contactFields = ['firstname', 'lastname', 'email', 'phone', 'msg'] as const;
type ContactField = (typeof contactFields)[number];

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

export function toContactMessage(values: ContactValues, subject = ''): ContactMessage {
  return normalizeContactMessage({ ...values, subject });
}

/** Section 4, contact. There is no page at /home: like every unknown path, it redirects to `/`. */
export const sentPath = '/home';

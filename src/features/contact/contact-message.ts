import type { ContactMessage } from '#src/domain/model/contact.ts';
import { normalizeContactMessage } from '#src/domain/rules/forms/contact.ts';
import { enteredText } from '#src/domain/rules/text/text.ts';

/** The site sets the subject, so it is no field of the form. */
export type ContactValues = Omit<ContactMessage, 'subject'>;
const contactFields = ['firstname', 'lastname', 'email', 'phone', 'msg'] as const;
type ContactField = (typeof contactFields)[number];

const toValues = (text: (name: ContactField) => string): ContactValues =>
  Object.fromEntries(contactFields.map((name) => [name, text(name)])) as ContactValues;

export const emptyContactValues: ContactValues = toValues(() => '');

export const readContactForm = (form: FormData): ContactValues =>
  toValues((name) => enteredText(form, name));

export function toContactMessage(values: ContactValues, subject = ''): ContactMessage {
  return normalizeContactMessage({ ...values, subject });
}

/** Section 4, contact. There is no page at /home: like every unknown path, it redirects to `/`. */
export const sentPath = '/home';

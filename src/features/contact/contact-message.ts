import type { ContactMessage } from '#src/domain/model/contact.ts';
import { normalizeContactMessage } from '#src/domain/rules/forms/contact.ts';
import { enteredText } from '#src/domain/rules/text/text.ts';

const contactFields = ['firstname', 'lastname', 'email', 'phone', 'msg'] as const;
export type ContactField = (typeof contactFields)[number];
/** The site sets the subject, so it is no field of the form. */
export type ContactValues = Pick<ContactMessage, ContactField>;

export const readContactForm = (form: FormData): ContactValues =>
  Object.fromEntries(contactFields.map((name) => [name, enteredText(form, name)])) as ContactValues;

export const contactMessageOf = (values: ContactValues, subject = ''): ContactMessage =>
  normalizeContactMessage({ ...values, subject });

/** Section 4, contact. There is no page at /home: like every unknown path, it redirects to `/`. */
export const sentPath = '/home';

import type { ContactValues } from './contact-message.ts';

/** What each field of the contact form is called, at the field and in the error summary. */
export const contactLabels: Readonly<Record<keyof ContactValues, string>> = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email address',
  phone: 'Phone number',
  msg: 'Message',
};

export const labelOf = (field: string): string =>
  Object.hasOwn(contactLabels, field) ? contactLabels[field as keyof ContactValues] : field;

import type { PageFormField, PageFormKind } from './page-form.ts';

/** What people read beside each field; the form in the page and the one without JavaScript share it. */
export const pageFormLabels: Readonly<Record<PageFormField, string>> = {
  name: 'Your name',
  email: 'Email',
  phone: 'Phone',
  service: 'What is it for?',
  date: 'Date',
  guests: 'Number of guests',
  message: 'Message',
};

export const pageFormTitles: Readonly<Record<PageFormKind, string>> = {
  'contact-us': 'Contact us',
  quote: 'Request a quote',
};

/** What the button does. */
export const pageFormButtons: Readonly<Record<PageFormKind, string>> = {
  'contact-us': 'Send message',
  quote: 'Request quote',
};

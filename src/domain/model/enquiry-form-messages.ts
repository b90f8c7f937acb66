import type { EnquiryFormField, EnquiryFormKind } from './enquiry-form.ts';

/** What people read beside each field; the form in the page and the one without JavaScript share it. */
export const enquiryFormLabels: Readonly<Record<EnquiryFormField, string>> = {
  name: 'Your name',
  email: 'Email',
  phone: 'Phone',
  service: 'What is it for?',
  date: 'Date',
  guests: 'Number of guests',
  message: 'Message',
};

export const enquiryFormTitles: Readonly<Record<EnquiryFormKind, string>> = {
  'contact-us': 'Contact us',
  quote: 'Request a quote',
};

/** What the button does. */
export const enquiryFormButtons: Readonly<Record<EnquiryFormKind, string>> = {
  'contact-us': 'Send message',
  quote: 'Request quote',
};

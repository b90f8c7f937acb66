import { maxLength } from './limits.ts';

/** The fields that the contact form shares with the enquiry forms, with their rules, the `FieldRules`. */
export const messageFields = {
  name: { required: true, maxlength: maxLength.name },
  email: { required: true, maxlength: maxLength.email, email: true },
  phone: { maxlength: maxLength.phone },
  message: { required: true, maxlength: maxLength.msg },
} as const;

const { name, email, phone, message } = messageFields;

/**
 * The contact-us and quote-request forms of section 2, by the last part of their default action, with their fields in
 * order and the rules of contract decision 8. A field without rules needs rules of the site config to be in the form.
 */
export const enquiryForms = {
  'contact-us': messageFields,
  quote: {
    name,
    email,
    email_again: undefined,
    phone,
    service: { required: true, maxlength: 200 },
    date: { required: true, dateISO: true },
    guests: {
      required: true,
      number: true,
      digits: true,
      range: [1, 10_000],
      maxlength: maxLength.guests,
    },
    tasting: undefined,
    budget: undefined,
    venue_website: undefined,
    reference: undefined,
    message,
  },
} as const;
export type EnquiryFormKind = keyof typeof enquiryForms;
export type EnquiryFormField = keyof (typeof enquiryForms)['quote'];
export const enquiryFormKinds = Object.keys(enquiryForms) as readonly EnquiryFormKind[];

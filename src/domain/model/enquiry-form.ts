/** The contact-us and quote-request forms of section 2, by the last part of their default action (contract, decision 8). */
export const enquiryFormKinds = ['contact-us', 'quote'] as const;
export type EnquiryFormKind = (typeof enquiryFormKinds)[number];

export const enquiryFormFields = {
  'contact-us': ['name', 'email', 'phone', 'message'],
  quote: [
    'name',
    'email',
    // The form has this field only if the site config has rules for it.
    'email_again',
    'phone',
    'service',
    'date',
    'guests',
    // The form has these fields only if the site config has rules for them.
    'tasting',
    'budget',
    'venue_website',
    'reference',
    'message',
  ],
} as const satisfies Record<EnquiryFormKind, readonly string[]>;
export type EnquiryFormField = (typeof enquiryFormFields)[EnquiryFormKind][number];

export const guestsRange = [1, 10_000] as const;

/** The page forms of section 2, by the last part of their default address (contract, decision 8). */
export const enquiryFormKinds = ['contact-us', 'quote'] as const;
export type EnquiryFormKind = (typeof enquiryFormKinds)[number];

/** Their fields, in the order they stand in the form. */
export const enquiryFormFields = {
  'contact-us': ['name', 'email', 'phone', 'message'],
  quote: ['name', 'email', 'phone', 'service', 'date', 'guests', 'message'],
} as const satisfies Record<EnquiryFormKind, readonly string[]>;
export type EnquiryFormField = (typeof enquiryFormFields)[EnquiryFormKind][number];

/** How many guests a quote may be asked for. */
export const guestsRange = [1, 10_000] as const;

/** Where a form's captcha token stands among its fields. */
export const captchaField = 'captcha_token';

/** What the address of a page form answers: `result` 'error' is a failure, anything else a success (section 7). */
export interface EnquiryFormResponse {
  readonly result: string;
  readonly message: string;
  /** A sentence for each field that is wrong, by its name. */
  readonly fields?: Readonly<Record<string, string>>;
}

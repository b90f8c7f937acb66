import type { EnquiryFormKind, EnquiryFormResponse } from '#src/domain/model/enquiry-form.ts';
import type { FormValues } from '#src/domain/rules/form-rules.ts';
import { formResult } from '#src/request/request-context.ts';
import type { ContactValues } from './contact-message.ts';
import type { MessageResult } from './send-message.ts';

/** The result of the contact form, with the entered values, so that nothing is lost if it was not sent. */
export type ContactResult =
  | { readonly status: 'idle' }
  | (MessageResult & { readonly values: ContactValues });

/** The result of a plain form post, from the server function to the page rendered in the same request. */
export const contactResult = formResult<ContactResult>('contact');

/** The response to an enquiry form; without script with the entered values. */
export type EnquiryResult = EnquiryFormResponse & { readonly values?: FormValues };

export const enquiryResult = (kind: EnquiryFormKind) => formResult<EnquiryResult>(kind);

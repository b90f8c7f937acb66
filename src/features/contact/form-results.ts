import type { EnquiryFormKind, EnquiryFormResponse } from '#src/domain/model/enquiry-form.ts';
import type { FormValues } from '#src/domain/rules/form-rules.ts';
import { formResult } from '#src/request/request-context.ts';
import type { ContactValues } from './contact-message.ts';
import type { MessageResult } from './send-message.ts';

/** The entered values are part of the result, so that nothing is lost if the message was not sent. */
export type ContactResult =
  | { readonly status: 'idle' }
  | (MessageResult & { readonly values: ContactValues });

export const contactResult = formResult<ContactResult>('contact');

export type EnquiryResult = EnquiryFormResponse & { readonly values?: FormValues };

export const enquiryResult = (kind: EnquiryFormKind) => formResult<EnquiryResult>(kind);

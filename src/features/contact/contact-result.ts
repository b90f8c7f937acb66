import { formResult } from '#src/request/request-context.ts';
import type { ContactValues } from './contact-message.ts';
import type { MessageResult } from './send-message.ts';

/** The result of the contact form, with the entered values, so that nothing is lost if it was not sent. */
export type ContactResult =
  | { readonly status: 'idle' }
  | (MessageResult & { readonly values: ContactValues });

/** The result of a plain form post, from the server function to the page rendered in the same request. */
export const contactResult = formResult<ContactResult>('contact');

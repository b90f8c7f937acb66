import type { Issue } from '#src/domain/model/issues.ts';
import { formResult } from '#src/server/request-context.ts';
import type { ContactValues } from './contact-message.ts';

/**
 * The result of the form. `values` are the entered values, so that nothing is lost if the message
 * was not sent.
 */
export type ContactResult =
  | { readonly status: 'idle' }
  | {
      readonly status: 'invalid';
      readonly values: ContactValues;
      readonly issues: readonly Issue[];
    }
  | {
      readonly status: 'failed';
      readonly values: ContactValues;
      /** The host's message, or the specification's if the host sent none (section 7). */
      readonly message: string;
      /** True where the response was lost: sending again could deliver the message twice. */
      readonly mayHaveArrived: boolean;
    }
  | { readonly status: 'sent' };

/** The result of a plain form post, from the server function to the page rendered in the same request. */
export const contactResult = formResult<{
  readonly result: ContactResult;
  readonly honeypotFilled: boolean;
}>('contact');

import type { Issue } from '#src/domain/model/issues.ts';
import type { ContactValues } from './contact-message.ts';

/** What became of the form; `values` are as typed, so that nothing is lost when it was not sent. */
export type ContactState =
  | { readonly status: 'new' }
  | {
      readonly status: 'invalid';
      readonly values: ContactValues;
      readonly issues: readonly Issue[];
    }
  | {
      readonly status: 'failed';
      readonly values: ContactValues;
      /** The host's own message, or the specification's where it gave none (section 7). */
      readonly message: string;
      /** True where the answer was lost: sending again could deliver it twice. */
      readonly mayHaveArrived: boolean;
    }
  | { readonly status: 'sent' };

export const blank: ContactState = { status: 'new' };

import type { Issue } from '#src/domain/model/issues.ts';
import type { FormValues } from './read-form.ts';

/** What the server function answers: all that the form needs to be drawn again, also without JavaScript. */
export type ApplyState =
  | { readonly status: 'idle' }
  | { readonly status: 'invalid'; readonly values: FormValues; readonly issues: readonly Issue[] }
  /** A title and sentences for a dialog; the form stays open with its values. */
  | {
      readonly status: 'refused' | 'failed' | 'lost' | 'again';
      readonly values: FormValues;
      readonly says: readonly string[];
    }
  /** `values` where this very sending was accepted: the disabled form shows them. */
  | {
      readonly status: 'accepted';
      readonly values?: FormValues;
      readonly reference?: string | undefined;
    };

export const idle: ApplyState = { status: 'idle' };

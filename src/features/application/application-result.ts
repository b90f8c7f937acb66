import type { DocumentType } from '#src/domain/model/document-types.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import type { Question } from '#src/domain/model/opening.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import type { FormValues } from '#src/domain/rules/form-rules.ts';
import { formResult } from '#src/request/request-context.ts';

/**
 * The result of a submitted form: the result of its submission, or the reason why there is none. `values` are the
 * entered values, so that the form can be rendered again without JavaScript; absent before a submission, and for an
 * application that was accepted before.
 */
export type ApplicationResult = { readonly values?: FormValues } & (
  | { readonly status: 'idle' }
  | {
      readonly status: 'invalid';
      readonly issues: readonly Issue[];
      /** The opening's questions if the form showed others; `unseen` has the ids of those that it did not show. */
      readonly changed?: {
        readonly questions: readonly Question[];
        readonly unseen: readonly string[];
      };
    }
  /** Not sent to the API host, for the reason in `messages`. */
  | { readonly status: 'rejected'; readonly messages: readonly string[] }
  /** The site did not respond to the browser. */
  | { readonly status: 'unanswered'; readonly offline: boolean }
  | Exclude<SubmissionResult, { status: 'accepted' }>
  | (Extract<SubmissionResult, { status: 'accepted' }> & {
      /** The day of the application, as text. */
      readonly appliedOn?: string;
      /** The documents that have arrived. */
      readonly received?: readonly DocumentType[];
      /** The id of the submission. */
      readonly submissionId?: string;
    })
);

/** The result of a plain form post, from the server function to the page rendered in the same request. */
export const applicationResult = formResult<ApplicationResult>('application');

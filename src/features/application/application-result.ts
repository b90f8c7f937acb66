import type { DocumentType } from '#src/domain/model/document-types.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import type { Question } from '#src/domain/model/opening.ts';
import type { SubmissionResult } from '#src/domain/model/submission.ts';
import type { FormValues } from '#src/domain/rules/form-rules.ts';
import { formResult } from '#src/request/request-context.ts';

/**
 * The result of a submitted form: the result of its submission, or the reason why there is none. `values` are the entered
 * values, so that the form can be rendered again without JavaScript. They are absent before a submission, and if the
 * application was accepted before.
 */
export type ApplicationResult = { readonly values?: FormValues } & (
  | { readonly status: 'idle' }
  | {
      readonly status: 'invalid';
      readonly issues: readonly Issue[];
      /**
       * The opening's questions if the form showed others. `unseen` has the ids of the questions that the form did not
       * show.
       */
      readonly changed?: {
        readonly questions: readonly Question[];
        readonly unseen: readonly string[];
      };
    }
  /** The site did not send the application to the API host, for the reason in `messages`. */
  | { readonly status: 'rejected'; readonly messages: readonly string[] }
  /** The site did not respond to the browser. */
  | { readonly status: 'unanswered'; readonly offline: boolean }
  | Exclude<SubmissionResult, { status: 'accepted' }>
  | (Extract<SubmissionResult, { status: 'accepted' }> & {
      /** The day of the application, as text. */
      readonly appliedOn?: string;
      readonly received?: readonly DocumentType[];
      readonly submissionId?: string;
    })
);

/** A plain form post passes its result from the server function to the page, which the same request renders. */
export const applicationResult = formResult<ApplicationResult>('application');

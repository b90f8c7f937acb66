import type { CompanyApplication, Draft, SentRecord } from '#src/browser/application-records.ts';
import type { SubmissionStatus } from '#src/browser/submission-status.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import type { Question } from '#src/domain/model/opening.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import type { ApplicationResult } from './form-values.ts';

/** The application to this opening that the browser's upload ticket names. */
export type BrowserApplication =
  /** `unknown`: the site has not answered yet. */
  | { readonly kind: 'unknown' | 'none' }
  /** The visitor sees a `chosen` application in place of a form that is in use. */
  | { readonly kind: 'kept' | 'chosen'; readonly status: SubmissionStatus }
  /** The site refuses another application of the same person. `isExpected`: the visitor expected to see it. */
  | { readonly kind: 'withdrawn'; readonly status: SubmissionStatus; readonly isExpected: boolean }
  /** The browser did not keep the ticket of an accepted application, because it blocks cookies. */
  | { readonly kind: 'blocked'; readonly expected: ExpectedApplication };

/** An application whose ticket was just set, if the browser allows cookies. `request` asks for the ticket again. */
export interface ExpectedApplication {
  readonly applicantId: string;
  readonly request: () => Promise<unknown>;
}

/** Why the page asks the site for the application that the upload ticket names. */
export type StatusRequest =
  | { readonly reason: 'opened' | 'shown-again' | 'refused' }
  | { readonly reason: 'accepted' | 'resumed'; readonly expected: ExpectedApplication }
  /** Another tab submitted or discarded what this form shows. `kept` is the applicant id that the page knew then. */
  | { readonly reason: 'removed-elsewhere'; readonly kept: string | undefined };

/** The form of an opening in one tab, its draft, and what the browser knows of earlier applications (decision 009). */
export interface ApplicationFormState {
  /** In `put-back` the form shows what the tab showed before a reload. After `closed` nothing more is stored. */
  readonly phase: 'unopened' | 'empty' | 'put-back' | 'entered' | 'closed';
  /** Storing is `due`, or was `done`. */
  readonly saving: 'nothing' | 'due' | 'done';
  /** The browser stores nothing. */
  readonly blocked: boolean;
  readonly tab: string;
  readonly key: string;
  readonly initial: FormValues;
  /** The newest draft's values when the page opened: after Back the browser shows them by itself. */
  readonly known: FormValues;
  /** The names of the controls whose values were entered, restored or put back. */
  readonly touched: readonly string[];
  /** The ids of the drafts that were restored or discarded here, or that the form shows. */
  readonly decided: readonly string[];
  readonly offer?: DraftOffer | undefined;
  /** The page put the draft back after a reload, or the visitor restored or discarded it. */
  readonly outcome?: 'restored' | 'discarded' | undefined;
  readonly sent?: SentRecord | undefined;
  readonly application: BrowserApplication;
  readonly companyApplication?: CompanyApplication | undefined;
  readonly questions: readonly Question[];
  /** The site asks the visitor to check an answer of a draft to a question that is not among these. */
  readonly seen: readonly Question[];
  /**
   * The values on which other fields depend. They are undefined in the first HTML, and read at hydration, because the
   * visitor may have filled the form before.
   */
  readonly watched?: FormValues | undefined;
}

export interface DraftOffer {
  readonly draft: Draft;
  readonly from: 'earlier' | 'tab';
}

export interface Snapshot {
  /** The form's values; undefined while the form is not rendered. */
  readonly form: FormValues | undefined;
  /** Those on which others depend, also if the form is disabled. */
  readonly watched?: FormValues | undefined;
  /** The stored drafts of the opening, the newest first. */
  readonly drafts: readonly Draft[];
  readonly sent?: SentRecord | undefined;
  readonly companyApplication?: CompanyApplication | undefined;
  readonly now: number;
  /** A random key, which the form uses if it becomes another application. */
  readonly newKey: string;
}

export type ApplicationEvent =
  /** After a reload `tab` has a draft. The device `wasForgotten` since the browser kept what the form shows. */
  | { readonly type: 'opened'; readonly tab: string; readonly wasForgotten: boolean }
  | { readonly type: 'entered'; readonly name: string; readonly value: string }
  /** In `paused` the visitor may leave the page. */
  | { readonly type: 'paused' | 'submitted' | 'not-stored' | 'restored' | 'discarded' }
  /** The visitor wants to see the application that the browser has sent before. */
  | { readonly type: 'chosen' }
  | { readonly type: 'forgotten' }
  /** The site has answered a form; `request` sends the same form again. */
  | {
      readonly type: 'answered';
      readonly result: ApplicationResult;
      readonly request: () => Promise<unknown>;
    }
  /** Another tab replaced the stored drafts in `before` by `drafts`. */
  | {
      readonly type: 'changed-elsewhere';
      readonly before: readonly Draft[];
      readonly drafts: readonly Draft[];
    }
  /** The site has accepted the application of a stored draft. */
  | { readonly type: 'found-accepted'; readonly draft: Draft; readonly appliedOn: string }
  | {
      readonly type: 'status-read';
      readonly status: SubmissionStatus | undefined | 'no-answer';
      readonly request: StatusRequest;
    };

/** The state after an event, and what `useApplicationForm` does then. */
export interface Change {
  readonly state: ApplicationFormState;
  readonly fill?: FormValues;
  /** These drafts are stored in place of those of the opening. */
  readonly store?: readonly Draft[];
  /** The draft is stored when the visitor pauses. */
  readonly storeSoon?: true;
  readonly record?: SentRecord | 'removed';
  /** The site is asked which of these drafts it has accepted. */
  readonly findAccepted?: readonly Draft[];
  readonly readStatus?: StatusRequest;
}

export const unopenedApplication = (
  questions: readonly Question[],
  initial: FormValues,
): ApplicationFormState => ({
  phase: 'unopened',
  saving: 'nothing',
  blocked: false,
  tab: '',
  key: '',
  initial,
  known: {},
  touched: [],
  decided: [],
  application: { kind: 'unknown' },
  questions,
  seen: questions,
});

export interface ShownApplication {
  readonly applicantId: string;
  /** The random id of the site's record; undefined if the browser has no upload ticket. */
  readonly submissionId?: string | undefined;
  /** The documents that had arrived when the page began to show the application. */
  readonly received?: readonly DocumentType[] | undefined;
  /** The visitor submitted it on this page, asked for it, or sent it in an earlier visit. */
  readonly reason: 'submitted' | 'chosen' | 'earlier';
  readonly appliedOn?: string | undefined;
  /** Tells that the mail about the application may take long. */
  readonly mailNotice?: string | undefined;
}

export type ApplicationView =
  | {
      readonly kind: 'form';
      readonly earlier?: SubmissionStatus;
    }
  | {
      readonly kind: 'withdrawn';
      readonly status: SubmissionStatus;
      readonly isExpected: boolean;
      /** The page was open when the site accepted it, so there is no form to submit. */
      readonly application?: ShownApplication;
    }
  | { readonly kind: 'accepted' | 'cookies-blocked'; readonly application: ShownApplication };

/** An earlier application never replaces a form that is in use, which may be another person's. */
export function applicationView(
  { application, touched, offer }: Pick<ApplicationFormState, 'application' | 'touched' | 'offer'>,
  result: ApplicationResult,
): ApplicationView {
  if (result.status === 'accepted') {
    const { status, values, ...accepted } = result;
    const shown: ShownApplication = { reason: values ? 'submitted' : 'earlier', ...accepted };
    if (application.kind === 'withdrawn')
      return { ...application, isExpected: true, application: shown };
    const kind = application.kind === 'blocked' ? 'cookies-blocked' : 'accepted';
    return { kind, application: shown };
  }
  switch (application.kind) {
    case 'blocked': {
      const { applicantId } = application.expected;
      return { kind: 'cookies-blocked', application: { reason: 'chosen', applicantId } };
    }
    case 'chosen':
      return { kind: 'accepted', application: { reason: 'chosen', ...application.status } };
    case 'kept':
      return touched.length > 0 || offer
        ? { kind: 'form', earlier: application.status }
        : { kind: 'accepted', application: { reason: 'earlier', ...application.status } };
    case 'withdrawn':
      return application;
    default:
      return { kind: 'form' };
  }
}

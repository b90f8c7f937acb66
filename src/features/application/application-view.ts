import { documentOrder } from '#src/domain/model/document-types.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { isComplete } from '#src/domain/rules/documents/documents.ts';
import type { AcceptedApplication, ApplicationAnswer } from './form-values.ts';

/** The application to this opening that the browser's upload ticket names, as far as the page knows. */
export interface KnownApplication {
  /** Undefined while the site has not answered, also after an acceptance; null if there is no application. */
  readonly status?: SubmissionStatus | null | undefined;
  /** The application replaces a form that is in use, because the visitor sent it in another tab or wants to see it. */
  readonly isChosen: boolean;
}

/** Returns what the page knows after an answer of the site. `isOwn`: another tab sent or discarded the draft. */
export function knownAfter(
  before: KnownApplication,
  status: SubmissionStatus | undefined,
  isOwn = false,
): KnownApplication {
  const isNew = status !== undefined && status.applicantId !== before.status?.applicantId;
  return {
    // If there was an application, it was erased since: null would mean that the browser refuses the ticket's cookie.
    status: status ?? (before.status ? undefined : null),
    isChosen: before.isChosen || (isOwn && isNew),
  };
}

export interface ShownApplication extends AcceptedApplication {
  /** Why it is shown: the visitor submitted it on this page, asked for it, or sent it in an earlier visit. */
  readonly reason: 'submitted' | 'chosen' | 'earlier';
}

/** Returns whether the site has all documents of the application, or takes no more. */
export const needsNoDocuments = ({
  isClosed = false,
  received = [],
  needed = documentOrder,
}: AcceptedApplication) => isClosed || isComplete(received, needed);

export type ApplicationView =
  /** `earlier` is undefined until the site has answered, and null if the browser has sent none. */
  | { readonly kind: 'form'; readonly earlier: SubmissionStatus | null | undefined }
  | {
      readonly kind: 'withdrawn';
      readonly status: SubmissionStatus;
      readonly isExpected: boolean;
      /** The application, if the site has accepted it on this page, so that there is no form to submit. */
      readonly application?: ShownApplication | undefined;
    }
  | { readonly kind: 'accepted' | 'cookies-blocked'; readonly application: ShownApplication };

/** An earlier application never replaces a form that is in use, because another person may be using it. */
export function applicationView(
  { status, isChosen }: KnownApplication,
  answer: ApplicationAnswer | undefined,
  isInUse: boolean,
): ApplicationView {
  const application = acceptedHere(answer);
  if (status?.isWithdrawn)
    return {
      kind: 'withdrawn',
      status,
      isExpected: isChosen || application !== undefined,
      application,
    };
  // A `status` of null after acceptance means that the browser refused the cookie of the ticket.
  if (application) return { kind: status === null ? 'cookies-blocked' : 'accepted', application };
  if (!status) return { kind: 'form', earlier: status };
  if (isInUse && !isChosen) return { kind: 'form', earlier: status };
  return { kind: 'accepted', application: { reason: isChosen ? 'chosen' : 'earlier', ...status } };
}

const acceptedHere = (answer: ApplicationAnswer | undefined): ShownApplication | undefined =>
  answer?.accepted && { reason: answer.values ? 'submitted' : 'earlier', ...answer.accepted };

import type { SubmissionStatus } from '#src/browser/submission-status.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import type { ApplicationResult } from './form-values.ts';

/** The application to this opening that the browser's upload ticket names, as far as the page knows. */
export interface KnownApplication {
  /** It is undefined until the site has answered, and null if there is none. */
  readonly status?: SubmissionStatus | null;
  /** The browser did not keep the ticket of the application that was accepted here, because it blocks cookies. */
  readonly isBlocked: boolean;
  /** The visitor has sent it, here or in another tab, or wants to see it: it replaces a form that is in use. */
  readonly isChosen: boolean;
}

/** The form was accepted, so that there is a new ticket, or another tab submitted or discarded what it shows. */
export type StatusReason = 'accepted' | 'removed-elsewhere';

/** Returns what the page knows after the site has answered. */
export function knownAfter(
  before: KnownApplication,
  status: SubmissionStatus | null,
  reason?: StatusReason,
): KnownApplication {
  const isNew = status !== null && status.applicantId !== before.status?.applicantId;
  return {
    status,
    isBlocked: status === null && (before.isBlocked || reason === 'accepted'),
    isChosen: before.isChosen || reason === 'accepted' || (reason !== undefined && isNew),
  };
}

export interface ShownApplication {
  readonly applicantId: string;
  /** The random id of the site's record; undefined if the browser has no upload ticket. */
  readonly submissionId?: string | undefined;
  /** The documents that had arrived when the page began to show the application. */
  readonly received?: readonly DocumentType[] | undefined;
  readonly needed?: readonly DocumentType[] | undefined;
  /** The visitor submitted it on this page, asked for it, or sent it in an earlier visit. */
  readonly reason: 'submitted' | 'chosen' | 'earlier';
  readonly appliedOn?: string | undefined;
  /** Tells that the mail about the application may take long. */
  readonly mailNotice?: string | undefined;
}

export type ApplicationView =
  | { readonly kind: 'form'; readonly earlier?: SubmissionStatus }
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
  { status, isBlocked, isChosen }: KnownApplication,
  result: ApplicationResult,
  isInUse: boolean,
): ApplicationView {
  const submitted = acceptedHere(result);
  if (status?.isWithdrawn)
    return {
      kind: 'withdrawn',
      status,
      isExpected: isChosen || submitted !== undefined,
      ...(submitted && { application: submitted }),
    };
  if (submitted)
    return { kind: isBlocked ? 'cookies-blocked' : 'accepted', application: submitted };
  if (!status) return { kind: 'form' };
  if (isInUse && !isChosen) return { kind: 'form', earlier: status };
  return { kind: 'accepted', application: { reason: isChosen ? 'chosen' : 'earlier', ...status } };
}

function acceptedHere(result: ApplicationResult): ShownApplication | undefined {
  if (result.status !== 'accepted') return undefined;
  const { status, values, ...accepted } = result;
  return { reason: values ? 'submitted' : 'earlier', ...accepted };
}

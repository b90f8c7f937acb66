import { createContext } from 'react';
import type { SubmissionStatus } from '#src/browser/submission-status.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
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

/** An application whose ticket was just set, if the browser allows cookies. */
export interface ExpectedApplication {
  readonly applicantId: string;
  readonly request: () => Promise<unknown>;
}

export type BrowserApplicationEvent =
  | {
      readonly type: 'status-read';
      readonly status: SubmissionStatus | undefined;
      readonly expected?: ExpectedApplication | undefined;
    }
  | { readonly type: 'chosen' };

export function reduceBrowserApplication(
  state: BrowserApplication,
  event: BrowserApplicationEvent,
): BrowserApplication {
  if (event.type === 'chosen') return state.kind === 'kept' ? { ...state, kind: 'chosen' } : state;
  const { status, expected } = event;
  if (status?.isWithdrawn)
    return {
      kind: 'withdrawn',
      status,
      isExpected: expected !== undefined || state.kind === 'chosen',
    };
  if (status) {
    const wasShown = state.kind === 'chosen' || state.kind === 'blocked';
    return { kind: wasShown ? 'chosen' : 'kept', status };
  }
  if (expected) return { kind: 'blocked', expected };
  return state.kind === 'blocked' ? state : { kind: 'none' };
}

export interface AcceptedApplication {
  readonly applicantId: string;
  /** The random id of the site's record; undefined if the browser has no upload ticket. */
  readonly submissionId?: string | undefined;
  /** The documents that had arrived when the page began to show the application. */
  readonly received?: readonly DocumentType[] | undefined;
}

export const AcceptedContext = createContext<AcceptedApplication>({ applicantId: '' });

export interface ShownApplication extends AcceptedApplication {
  /** The visitor submitted it on this page, asked for it, or sent it in an earlier visit. */
  readonly reason: 'submitted' | 'chosen' | 'earlier';
  readonly appliedOn?: string | undefined;
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
  known: BrowserApplication,
  result: ApplicationResult,
  isFormInUse: boolean,
): ApplicationView {
  if (result.status === 'accepted') {
    const { status, values, ...application } = result;
    const shown: ShownApplication = { reason: values ? 'submitted' : 'earlier', ...application };
    if (known.kind === 'withdrawn') return { ...known, isExpected: true, application: shown };
    return { kind: known.kind === 'blocked' ? 'cookies-blocked' : 'accepted', application: shown };
  }
  switch (known.kind) {
    case 'blocked': {
      const { applicantId } = known.expected;
      return { kind: 'cookies-blocked', application: { reason: 'chosen', applicantId } };
    }
    case 'chosen':
      return { kind: 'accepted', application: { reason: 'chosen', ...known.status } };
    case 'kept':
      return isFormInUse
        ? { kind: 'form', earlier: known.status }
        : { kind: 'accepted', application: { reason: 'earlier', ...known.status } };
    case 'withdrawn':
      return known;
    default:
      return { kind: 'form' };
  }
}

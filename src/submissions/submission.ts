import type { ApplicantInfo } from '#src/domain/model/application.ts';
import type { DocumentType } from '#src/domain/model/options.ts';

/**
 * Where one application stands between the site and the API host.
 * `sending` is not settled yet; `lost` means the host may have received it, but its answer never came.
 */
export type SubmissionState = 'sending' | 'accepted' | 'lost' | 'refused' | 'failed';

export interface Submission {
  /** Random; also the Idempotency-Key of the application's post. */
  readonly id: string;
  readonly joblistingid: string;
  readonly state: SubmissionState;
  /** Only once accepted: what every upload carries as `applicant_info`. */
  readonly applicantInfo?: ApplicantInfo;
  /** The documents the host has confirmed, in the order they came. */
  readonly received: readonly DocumentType[];
  /** The host's applicant id, shown to the applicant as the reference. */
  readonly applicantId?: string;
}

/** How a submission ended, told alike to everyone who asked for it. */
export interface Outcome {
  readonly state: Exclude<SubmissionState, 'sending'>;
  /** Why, for `failed`: no candidate check answered, or the host did not take the application. */
  readonly reason?: 'unreachable' | 'rejected';
  /** The host's own words, where it gave some. */
  readonly message?: string;
  /** When the host asked to be left alone for a while. */
  readonly retryAfterMs?: number;
  /** An earlier try of this same submission never got its answer. */
  readonly afterLost?: boolean;
}

/** What `begin` found: this caller is to send it, or somebody else has, and this is how it ended. */
export type BeginResult =
  | { readonly kind: 'send'; readonly submission: Submission; readonly afterLost: boolean }
  | { readonly kind: 'settled'; readonly submission: Submission; readonly outcome: Outcome };

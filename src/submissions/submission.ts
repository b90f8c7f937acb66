import type { ApplicationState } from '#src/domain/api/applications.ts';
import {
  type ApplicantInfo,
  type Application,
  applicantInfoSchema,
} from '#src/domain/model/application.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import {
  type SubmissionResult,
  type SubmissionStatus,
  submissionResultSchema,
} from '#src/domain/model/submission.ts';
import { documentTypesIn, neededIn } from '#src/domain/rules/documents/documents.ts';
import { isoDay } from '#src/language/format-date.ts';
import { decrypt, encrypt } from './encryption.ts';
import { noLease } from './lease.ts';
import type { SubmissionRow, SubmissionState } from './schema.ts';
import { ticketLifetimeMs } from './upload-ticket.ts';

export interface Submission {
  /** The random id, which is also the Idempotency-Key of the application. */
  readonly id: string;
  readonly joblistingid: string;
  readonly state: SubmissionState;
  /** The `applicant_info` that is sent with every document. Only an accepted submission has it. */
  readonly applicantInfo?: ApplicantInfo;
  /** The documents that the host has confirmed. */
  readonly received: readonly DocumentType[];
  readonly needed: readonly DocumentType[];
  /** The host's applicant id, which the applicant sees as the reference. */
  readonly applicantId?: string;
  readonly acceptedAt?: number;
  readonly documentsUntil?: number;
  /** The state at the API host. The application takes documents only if it is `stored`. */
  readonly hostState?: ApplicationState;
}

export function toSubmission(row: SubmissionRow, encryptionKey: Buffer): Submission {
  const info = row.applicant_info && decrypt(row.applicant_info, encryptionKey, row.id);
  const parsed = applicantInfoSchema.safeParse(info);
  return {
    id: row.id,
    joblistingid: row.joblistingid,
    state: row.state,
    received: documentTypesIn(row.received),
    needed: neededIn(row.documents_needed),
    ...(parsed.success && { applicantInfo: parsed.data }),
    ...(row.applicant_id !== null && { applicantId: row.applicant_id }),
    // The version before stores no `applied_at`, but sets `expires_at` at the acceptance, so the time follows from it.
    ...(row.state === 'accepted' && {
      acceptedAt: row.applied_at ?? row.expires_at - ticketLifetimeMs,
      documentsUntil: row.expires_at,
    }),
  };
}

/** What the browser with the upload ticket is told of a submission. The link of the application is added by callers. */
export const toSubmissionStatus = ({
  hostState = 'stored',
  acceptedAt,
  documentsUntil,
  ...submission
}: Submission): SubmissionStatus => ({
  joblistingid: submission.joblistingid,
  applicantId: submission.applicantId ?? '',
  submissionId: submission.id,
  appliedOn: acceptedAt ? isoDay(acceptedAt) : '',
  until: documentsUntil ? isoDay(documentsUntil) : undefined,
  received: submission.received,
  needed: submission.needed,
  isWithdrawn: hostState === 'withdrawn',
  isClosed: hostState !== 'stored',
});

export function toResult({ state, result, applicant_id }: SubmissionRow): SubmissionResult {
  const stored = result === null ? {} : JSON.parse(result);
  return submissionResultSchema.parse({ ...stored, status: state, applicantId: applicant_id });
}

export const settledColumns = (
  id: string,
  result: SubmissionResult,
  application: Application,
  { encryptionKey, now }: { readonly encryptionKey: Buffer; readonly now: number },
): Partial<SubmissionRow> => ({
  state: result.status,
  ...noLease,
  result: JSON.stringify(result),
  ...(result.status === 'accepted' && {
    was_lost: 0,
    applicant_id: result.applicantId,
    applicant_info: encrypt(
      { ...application, applicant_id: result.applicantId } satisfies ApplicantInfo,
      encryptionKey,
      id,
    ),
    applied_at: now,
    expires_at: now + ticketLifetimeMs,
  }),
  ...(result.status === 'lost' && { was_lost: 1 }),
});

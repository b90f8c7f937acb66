import { z } from 'zod';
import type { DocumentType } from './document-types.ts';

const afterLost = z.boolean().optional();

export const submissionResultSchema = z.discriminatedUnion('status', [
  /** If a limit of mails is reached, the mail to the applicant may take until the instant `mailUntil`. */
  z.object({
    status: z.literal('accepted'),
    applicantId: z.string(),
    mailUntil: z.string().optional(),
  }),
  z.object({
    status: z.literal('refused'),
    /** Whether the response to an earlier attempt was lost. */
    afterLost,
  }),
  z.object({
    status: z.literal('failed'),
    /** Below 500 the host has read the application and refused it. A row of the version before has no status. */
    httpStatus: z.int().default(502),
    message: z.string().optional(),
    retryAfterMs: z.number().optional(),
    afterLost,
  }),
  /** The host may have received the application, but its response was lost. */
  z.object({ status: z.literal('lost') }),
]);

export type SubmissionResult = z.output<typeof submissionResultSchema>;

/** An application for which the browser has the upload ticket, as GET /api/submission describes it. */
export interface SubmissionStatus {
  readonly joblistingid: string;
  readonly applicantId: string;
  readonly submissionId: string | undefined;
  /** Days are YYYY-MM-DD. */
  readonly appliedOn: string;
  readonly until: string | undefined;
  readonly received: readonly DocumentType[];
  /** The documents that the application needs. */
  readonly needed: readonly DocumentType[];
  readonly isWithdrawn: boolean;
  /** Whether the application takes no more documents: it was withdrawn, or the company has refused it. */
  readonly isClosed: boolean;
  /** The address of the applicant's page. It, its last day and `mayReplace` are present only with `hasLink`. */
  readonly link?: string | undefined;
  readonly linkUntil?: string | undefined;
  /** Whether a document that has arrived may be replaced. */
  readonly mayReplace?: boolean | undefined;
}

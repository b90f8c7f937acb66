import { z } from 'zod';

const afterLost = z.boolean().optional();

export const submissionResultSchema = z.discriminatedUnion('status', [
  /** There are too many mails: that to the applicant may take until the instant `mailUntil`. */
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
    /** Below 500 the host read the application and refused it. A row of the version before has none. */
    httpStatus: z.int().default(502),
    message: z.string().optional(),
    retryAfterMs: z.number().optional(),
    afterLost,
  }),
  /** The host may have received the application, but its response was lost. */
  z.object({ status: z.literal('lost') }),
]);

export type SubmissionResult = z.output<typeof submissionResultSchema>;

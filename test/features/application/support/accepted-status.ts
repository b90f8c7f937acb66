import { documentOrder } from '#src/domain/model/document-types.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';

/** The application of this browser to opening 11, accepted, without documents. */
export const acceptedStatus: SubmissionStatus = {
  joblistingid: '11',
  applicantId: '511',
  submissionId: 'a',
  appliedOn: '1 May 2026',
  until: undefined,
  received: [],
  needed: documentOrder,
  isWithdrawn: false,
  isClosed: false,
};

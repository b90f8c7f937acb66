import { useEffect, useEffectEvent, useState } from 'react';
import { documentOrder } from '#src/domain/model/document-types.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { isDocumentType } from '#src/domain/rules/documents/documents.ts';
import { useRestoredPage } from './page-events.ts';

/** The names in the response of GET /api/submission, which a page of the version before reads too. */
export const statusNames = {
  joblistingid: 'joblistingid',
  applicantId: 'applicant_id',
  submissionId: 'submission',
  appliedOn: 'applied_on',
  until: 'documents_until',
  received: 'received',
  needed: 'needed',
  isWithdrawn: 'withdrawn',
  isClosed: 'closed',
  link: 'link',
  linkUntil: 'link_until',
  mayReplace: 'may_replace',
} as const satisfies Readonly<Record<keyof SubmissionStatus, string>>;

/**
 * Reads an application of this browser; the result is undefined if there is none. It rejects if the site does not
 * respond, or something else does. Scripts read it, because a cached page is the same for every visitor.
 * @param address a `submissionHref`
 */
export async function submissionStatus(address: string): Promise<SubmissionStatus | undefined> {
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (response.status === 204) return undefined;
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
  const body: Readonly<Record<string, unknown>> | null = await response.json();
  if (!body?.applicant_id) throw new TypeError(`${address}: the response has no application`);
  const values = Object.entries(statusNames).map(([key, name]) => [key, body[name]]);
  const status: SubmissionStatus = Object.fromEntries(values);
  const { received, needed, isClosed, isWithdrawn } = status;
  return {
    ...status,
    received: received.filter(isDocumentType),
    // The version before sends no `needed` if all documents are needed.
    needed: needed?.filter(isDocumentType) ?? documentOrder,
    // The version before does not send `isClosed`.
    isClosed: isClosed || isWithdrawn,
  };
}

/**
 * Reads the application when the page opens, if its HTML has no `initial` status, and when it is shown again. `response` is
 * undefined before the site has answered or failed to answer.
 */
export function useSubmissionStatus(address: string, initial?: SubmissionStatus | 'unanswered') {
  const [response, setResponse] = useState<SubmissionStatus | 'none' | 'unanswered' | undefined>(
    initial,
  );
  const read = () =>
    submissionStatus(address).then(
      (status) => setResponse(status ?? 'none'),
      () => setResponse((before) => before ?? 'unanswered'),
    );
  const onOpen = useEffectEvent(() => {
    if (typeof initial !== 'object') void read();
  });
  useEffect(() => onOpen(), []);
  useRestoredPage(() => void read());
  const status = typeof response === 'object' ? response : undefined;
  return { response, status, setResponse, read };
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { DocumentType } from '../domain/model/document-types.ts';
import { isDocumentType } from '../domain/rules/documents/documents.ts';
import { useRestoredPage } from './page-events.ts';

/** An application for which the browser has the upload ticket, as GET /api/submission describes it. */
export interface SubmissionStatus {
  readonly joblistingid: string;
  readonly applicantId: string;
  readonly submissionId: string | undefined;
  /** Days are YYYY-MM-DD. */
  readonly appliedOn: string;
  readonly until: string | undefined;
  readonly received: readonly DocumentType[];
  /** The documents that the application needs; undefined if it needs all. */
  readonly needed?: readonly DocumentType[] | undefined;
  readonly isWithdrawn: boolean;
  /** Whether the application takes no more documents: it was withdrawn, or the company has refused it. */
  readonly isClosed: boolean;
  /** The address of the page for the applicant, and its last day, are present only with `hasLink`. */
  readonly link: string | undefined;
  readonly linkUntil: string;
  /** Whether a document that has arrived may be replaced. False without `hasLink`. */
  readonly mayReplace: boolean;
}

/**
 * Reads an application of this browser; the result is undefined if there is none. It rejects if the site does not respond,
 * or something else responds. Scripts in the browser call it, because a cached page is the same for every visitor.
 * @param address a `submissionHref`
 */
export async function submissionStatus(address: string): Promise<SubmissionStatus | undefined> {
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (response.status === 204) return undefined;
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
  const body: Readonly<Record<string, unknown>> | null = await response.json();
  if (!body?.applicant_id) throw new TypeError(`${address}: the response has no application`);
  const text = (name: string) => String(body[name] ?? '');
  const received = Array.isArray(body.received) ? body.received.map(String) : [];
  return {
    joblistingid: text('joblistingid'),
    applicantId: text('applicant_id'),
    submissionId: text('submission') || undefined,
    appliedOn: text('applied_on'),
    until: text('documents_until') || undefined,
    received: received.filter(isDocumentType),
    ...(Array.isArray(body.needed) && { needed: body.needed.map(String).filter(isDocumentType) }),
    isWithdrawn: body.withdrawn === true,
    // The version before does not say it.
    isClosed: body.closed === true || body.withdrawn === true,
    link: text('link') || undefined,
    linkUntil: text('link_until'),
    mayReplace: body.may_replace === true,
  };
}

/**
 * Reads the application when the page opens, if it is not `known`, and when it is shown again. `found` is undefined before the
 * site has answered or failed to answer.
 */
export function useSubmissionStatus(address: string, known?: SubmissionStatus | 'unanswered') {
  const [found, setFound] = useState<SubmissionStatus | 'none' | 'unanswered' | undefined>(known);
  const read = () =>
    submissionStatus(address).then(
      (status) => setFound(status ?? 'none'),
      () => setFound((before) => before ?? 'unanswered'),
    );
  const onOpen = useEffectEvent(() => {
    if (typeof known !== 'object') void read();
  });
  useEffect(() => onOpen(), []);
  useRestoredPage(() => void read());
  return { found, status: typeof found === 'object' ? found : undefined, setFound, read };
}

import type { DocumentType } from '#src/domain/model/options.ts';
import { isDocumentType } from '#src/domain/rules/documents.ts';

export interface SubmissionStatus {
  readonly joblistingid: string;
  readonly received: readonly DocumentType[];
  readonly complete: boolean;
  readonly reference?: string;
}

/**
 * Where the holder of this browser's ticket left off, for one opening or the newest; undefined without a
 * ticket. Rejects where the site cannot be reached.
 */
export async function submissionStatus(
  joblistingid?: string,
): Promise<SubmissionStatus | undefined> {
  const query = joblistingid ? `?joblistingid=${encodeURIComponent(joblistingid)}` : '';
  const answer = await fetch(`/api/submission${query}`, {
    headers: { accept: 'application/json' },
  });
  if (answer.status !== 200) return undefined;
  const body = (await answer.json()) as Partial<SubmissionStatus>;
  return {
    joblistingid: String(body.joblistingid),
    received: (body.received ?? []).filter(isDocumentType),
    complete: body.complete === true,
    ...(body.reference ? { reference: body.reference } : {}),
  };
}

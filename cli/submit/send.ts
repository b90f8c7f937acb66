import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import type { ApplicantInfo } from '#src/domain/model/application.ts';
import { messages } from '#src/domain/model/messages.ts';
import { extensionOf, withoutControls } from '#src/domain/rules/documents.ts';
import { ApiError, RefusedError, TransportError } from '#src/http/errors.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { DocumentFile } from '../fixtures.ts';
import { type DocumentResult, notAccepted, type Outcome, type SubmitResult } from './outcome.ts';
import type { Ready } from './prepare.ts';

export interface Sending {
  readonly client: ApiClient;
  readonly signal: AbortSignal;
  /** Called with a description of each step. */
  readonly onStep: (step: string) => void;
}

/**
 * Candidate check, application and documents, like the site but without its delay before the
 * application. Resolves with a result for each kind of failure; rejects only on a bug.
 */
export async function sendFixture(
  { fixture, application, documents }: Ready,
  sending: Sending,
): Promise<SubmitResult> {
  const { client, signal, onStep } = sending;
  let step: 'check' | 'apply' = 'check';
  try {
    signal.throwIfAborted();
    onStep(`${fixture}: candidate check`);
    const decision = await client.checkCandidate(application, { signal });
    if (decision === 'refused') return notAccepted(fixture, 'refused', messages.alreadyApplied);
    if (decision === 'unreachable')
      return notAccepted(fixture, 'unreachable', messages.processingFailed);
    step = 'apply';
    onStep(`${fixture}: application`);
    const { applicant_id } = await client.applyToOpening(application, { signal });
    const results = await sendDocuments(documents, { ...application, applicant_id }, sending);
    return accepted(fixture, applicant_id, results);
  } catch (error) {
    if (signal.aborted && step === 'check')
      return notAccepted(fixture, 'interrupted', 'interrupted before anything was sent');
    if (!(error instanceof ApiError)) throw error;
    return notAccepted(fixture, outcomeOf(error), messageOf(error));
  }
}

/** The outcome of an application call that failed. */
function outcomeOf(error: ApiError): Outcome {
  const code = exitCodeOf(error, { write: true });
  if (code === exitCodes.incomplete) return 'lost';
  if (code === exitCodes.hostRefused) return 'rejected';
  return code === exitCodes.interrupted ? 'interrupted' : 'unreachable';
}

function messageOf(error: ApiError): string {
  const { message } = error;
  return error.mayHaveArrived
    ? `${message}; it may have been accepted: do not send it again`
    : message;
}

/**
 * Sends the documents one by one. Continues after a refused document, but not after a transport error.
 * `final_file` marks the set as complete, so the last document has it only if all others were received.
 */
async function sendDocuments(
  documents: readonly DocumentFile[],
  applicantInfo: ApplicantInfo,
  { client, signal, onStep }: Sending,
): Promise<DocumentResult[]> {
  const results: DocumentResult[] = [];
  let hostIsUnreachable = false;
  for (const [index, { type, path, size }] of documents.entries()) {
    if (hostIsUnreachable || signal.aborted) {
      results.push({ type, outcome: 'not-sent' });
      continue;
    }
    const last = index === documents.length - 1;
    onStep(`${basename(path)}: document ${index + 1} of ${documents.length}`);
    try {
      await client.uploadDocument(
        {
          type,
          filename: withoutControls(basename(path)),
          contentType: mediaTypes[extensionOf(path)] ?? 'application/octet-stream',
          body: createReadStream(path),
          size,
          applicantInfo,
          final: last && results.every(({ outcome }) => outcome === 'received'),
        },
        { signal },
      );
      results.push({ type, outcome: 'received' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const outcome =
        error instanceof RefusedError ? 'refused' : error.mayHaveArrived ? 'lost' : 'not-sent';
      results.push({ type, outcome, message: error.message });
      hostIsUnreachable = error instanceof TransportError && error.reason !== 'source';
    }
  }
  return results;
}

function accepted(
  fixture: string,
  applicant_id: string,
  documents: readonly DocumentResult[],
): SubmitResult {
  const missing = documents.filter(({ outcome }) => outcome !== 'received');
  if (missing.length === 0)
    return {
      fixture,
      outcome: 'accepted',
      applicant_id,
      documents,
      message: messages.documentUploaded,
    };
  const names = missing.map(({ type, message }) => (message ? `${type} (${message})` : type));
  const message = `accepted, but not every document arrived: ${names.join(', ')}`;
  return { fixture, outcome: 'incomplete', applicant_id, documents, message };
}

const mediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

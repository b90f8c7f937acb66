import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { failureOf } from '#src/domain/api/failures.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { messages } from '#src/domain/model/messages.ts';
import { mediaTypeOf } from '#src/domain/rules/documents/file-formats.ts';
import { ApiError, RefusedError } from '#src/http/errors.ts';
import type { DocumentFile } from '../fixtures.ts';
import type { Progress } from '../output/terminal.ts';
import { type Journal, type JournalEntry, newEntry } from './journal.ts';
import {
  type DocumentResult,
  notAccepted,
  type Outcome,
  outcomeOfFailure,
  type SubmitResult,
} from './outcome.ts';
import type { Ready } from './prepare.ts';

interface Sending {
  readonly client: ApiClient;
  readonly host: string;
  readonly signal: AbortSignal;
  /** If true, no further application is sent, but those in progress go on. */
  readonly isOutputLost: () => boolean;
  readonly progress: Progress;
}

/** Sends like the site, but without its delay before the application. It rejects only because of a bug. */
export async function sendFixture(
  { fixture, application, documents, journal }: Ready,
  sending: Sending,
): Promise<SubmitResult> {
  const { client, host, signal, progress, isOutputLost } = sending;
  const resumed = journal?.earlier;
  const entry = resumed ?? newEntry(host, application);
  const finish = async (applicant_id: string) => {
    const accepted = { ...entry, applicant_id };
    const maySend = !resumed || !isOutputLost();
    const results = await sendDocuments(documents, accepted, maySend, journal, sending);
    const isRepeated = documents.every(({ type }) => entry.documents[type] === 'received');
    return {
      ...resultOf(fixture, applicant_id, results),
      ...(isRepeated && { message: sentBefore }),
    };
  };
  if (entry.applicant_id !== null) return finish(entry.applicant_id);
  /** If an earlier run got no answer, the application stays `lost` until the host answers. */
  const notSent = (outcome: Outcome, message: string) =>
    notAccepted(fixture, resumed ? 'lost' : outcome, resumed ? lostBefore : message);
  const interrupted = () => notSent('interrupted', 'interrupted before anything was sent');
  let step: 'check' | 'apply' = 'check';
  try {
    if (signal.aborted || isOutputLost()) return interrupted();
    progress.show(`${fixture}: candidate check`);
    // If the host knows the key, it returns the id under which it has stored the application.
    const key = resumed && { idempotencyKey: entry.key };
    const decision = await client.checkCandidate(application, { signal, ...key });
    if (decision === 'refused') return notSent('refused', messages.alreadyApplied);
    if (decision === 'unreachable') return notSent('unreachable', messages.processingFailed);
    if (decision !== 'may-apply') return await finish(decision.applicant_id);
    if (isOutputLost()) return interrupted();
    await journal?.write(entry);
    step = 'apply';
    progress.show(`${fixture}: application`);
    const options = { signal, idempotencyKey: entry.key };
    return await finish((await client.applyToOpening(application, options)).applicant_id);
  } catch (error) {
    if (signal.aborted && step === 'check') return interrupted();
    if (error instanceof CommandError) return notSent('invalid', error.message);
    if (!(error instanceof ApiError)) throw error;
    const outcome = error.mayHaveArrived ? 'lost' : outcomeOfFailure(error);
    if (outcome !== 'lost' && !resumed) await journal?.remove();
    return notAccepted(fixture, outcome, messageOf(error));
  }
}

const sentBefore = 'an earlier run has sent the application and all its documents';
const lostBefore =
  'an earlier run has sent it, and the host does not tell whether it has accepted it: ask its operator';

function messageOf(error: ApiError): string {
  const { message } = error;
  return error.mayHaveArrived
    ? `${message}; it may have been accepted: do not send it again, --resume asks the host`
    : message;
}

/** `final_file` marks the set as complete, so it is sent with the last document only if all others were received. */
async function sendDocuments(
  documents: readonly DocumentFile[],
  accepted: JournalEntry & { readonly applicant_id: string },
  maySend: boolean,
  journal: Journal | undefined,
  sending: Sending,
): Promise<DocumentResult[]> {
  const { applicant_id, application } = accepted;
  const state: JournalEntry['documents'] = { ...accepted.documents };
  const write = () => journal?.write({ ...accepted, documents: state });
  const failed = new Map<DocumentFile['type'], DocumentResult>();
  const missing = documents.filter(({ type }) => state[type] !== 'received');
  for (const document of missing) {
    const { type } = document;
    if (!maySend || sending.signal.aborted) break;
    const final = documents.every(
      (other) => other === document || state[other.type] === 'received',
    );
    try {
      state[type] = 'sent';
      await write();
      await sendDocument(document, { ...application, applicant_id }, sending, {
        label: `document ${documents.indexOf(document) + 1} of ${documents.length}`,
        final,
      });
      state[type] = 'received';
    } catch (error) {
      if (error instanceof CommandError)
        failed.set(type, { type, outcome: 'not-sent', message: error.message });
      else if (error instanceof ApiError) failed.set(type, failedDocument(type, error));
      else throw error;
      if (!(error instanceof ApiError) || failureOf(error).endsUploads) break;
    }
  }
  await write()?.catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
  });
  return documents.map(({ type }) =>
    state[type] === 'received'
      ? { type, outcome: 'received' }
      : (failed.get(type) ?? { type, outcome: 'not-sent' }),
  );
}

const refreshMs = 250;
const inMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

async function sendDocument(
  { type, path, filename, size }: DocumentFile,
  applicantInfo: Parameters<ApiClient['uploadDocument']>[0]['applicantInfo'],
  { client, signal, progress }: Sending,
  { label, final }: { readonly label: string; readonly final: boolean },
): Promise<void> {
  const body = createReadStream(path);
  const show = () =>
    progress.show(
      `${basename(path)}: ${label}, ${inMegabytes(body.bytesRead)} of ${inMegabytes(size)} MB`,
    );
  show();
  const timer = setInterval(show, refreshMs);
  try {
    await client.uploadDocument(
      { type, filename, contentType: mediaTypeOf(filename), body, size, applicantInfo, final },
      { signal },
    );
  } finally {
    clearInterval(timer);
  }
}

function failedDocument(type: DocumentFile['type'], error: ApiError): DocumentResult {
  const outcome =
    error instanceof RefusedError ? 'refused' : error.mayHaveArrived ? 'lost' : 'not-sent';
  return { type, outcome, message: error.message };
}

function resultOf(
  fixture: string,
  applicant_id: string,
  documents: readonly DocumentResult[],
): SubmitResult {
  const missing = documents.filter(({ outcome }) => outcome !== 'received');
  const names = missing.map(({ type, message }) => (message ? `${type} (${message})` : type));
  const outcome = missing.length === 0 ? 'accepted' : 'incomplete';
  const message =
    missing.length === 0
      ? messages.documentUploaded
      : `accepted, but not every document arrived: ${names.join(', ')}`;
  return { fixture, outcome, applicant_id, documents, message };
}

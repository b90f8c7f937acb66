import { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { type DocumentType, documentTypes } from '#src/domain/model/document-types.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import {
  documentOrder,
  extensionOf,
  isComplete,
  isDocumentType,
  withoutControls,
} from '#src/domain/rules/documents/documents.ts';
import { MultipartError, readMultipart } from '#src/http/read-multipart.ts';
import { fill } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import { bodyMemory } from '#src/limits/body-memory.ts';
import { preferredType } from '#src/request/accepts.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import type { SubmissionRepository } from '#src/submissions/repository.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { currentTicket } from '#src/submissions/upload-ticket.ts';
import { log } from '#src/telemetry/logger.ts';
import { brokenForm, type CheckedUpload, checkUpload } from './upload-file.ts';
import { redirectWithOutcome } from './upload-outcome.ts';
import { failuresOf, UploadError, type UploadFailure, uploadResponse } from './upload-response.ts';

/** The functions are called per request: a build has neither an API host nor a data directory. */
interface UploadOptions {
  readonly client: () => Pick<ApiClient, 'uploadDocument'>;
  readonly submissions: () => Pick<
    SubmissionRepository,
    'findByTicket' | 'markReceived' | 'withUploadLease'
  >;
  readonly maxBytes: number;
}

/** The form of section 7 has one file for each type, and three fields for each. A truncated field is never used. */
const formLimits = {
  files: documentTypes.length,
  fields: documentTypes.length * 4,
  parts: documentTypes.length * 5,
  fieldNameSize: 100,
  fieldSize: 128 * 1024,
  headerPairs: 20,
  headerSize: 4 * 1024 + maxLength.filename * 4,
};
/** The part headers, boundaries and short fields of a form take at most this number of bytes. */
const overheadBytes = 256 * 1024;

interface Progress {
  submission?: Submission;
  field?: DocumentType;
  link?: string;
}

/**
 * Nothing is forwarded without a ticket, or before a file's name and first bytes are valid; nothing is stored. The
 * documents of a plain form are all checked before the first is forwarded, if there is memory for them
 * (contract, decision 12). If the browser has several applications, `?joblistingid=` selects one, and the field
 * `applicant_id`, sent before the files, that of one person.
 */
export function uploadProxy(options: UploadOptions): MiddlewareHandler<SiteEnv> {
  return async (c) => {
    const progress: Progress = {};
    let failures: readonly UploadFailure[] = [];
    try {
      await receiveDocuments(options, c, progress);
    } catch (error) {
      const incoming = c.env?.incoming;
      if (incoming?.destroyed && !incoming.complete) {
        log().info({ event: 'upload-aborted', field: progress.field });
        return new Response(null, { status: 499 });
      }
      const found = failuresOf(error, progress.field);
      if (!found) throw error;
      failures = found;
      const [{ status, field } = {}] = failures;
      const cause = error instanceof MultipartError ? { problem: error.problem } : { err: error };
      // The message of an UploadError names the file, and files are named after people.
      const reason = error instanceof UploadError ? {} : cause;
      log().warn({ event: 'upload-refused', status, field, ...reason });
    }
    const { submission, link } = progress;
    return preferredType(c) === 'text/html'
      ? redirectWithOutcome(c, submission, failures, link)
      : uploadResponse(submission, failures[0]);
  };
}

async function receiveDocuments(
  options: UploadOptions,
  c: Context<SiteEnv>,
  progress: Progress,
): Promise<void> {
  const upload = new AbortController();
  const source = bodyOf(c, upload);
  const declared = declaredBytes(c);
  let applicantId: string | undefined;
  let hasOneDocument = false;
  let forwarded = 0;
  /** Throws without a ticket, before the first file is read. */
  const readSubmission = async () => {
    progress.submission ??= await submissionOf(options, c);
    return progress.submission;
  };
  const send = async (file: CheckedUpload) => {
    progress.field = file.type;
    const { id } = await readSubmission();
    // Documents are forwarded one at a time, so that exactly one of them is the last one, which completes the set.
    const { signal } = upload;
    const task = () => forward(options, c, applicantId, file, signal);
    progress.submission = await options.submissions().withUploadLease(id, signal, task);
    forwarded += 1;
  };
  /** The first file decides the mode: each document is forwarded while it arrives, or all are buffered and checked before. */
  let mode: 'forward' | 'buffer' | undefined;
  using memory = bodyMemory.plainDocuments.open();
  const buffered: CheckedUpload[] = [];
  const invalid: UploadFailure[] = [];
  const limits = { ...formLimits, fileSize: options.maxBytes };
  const form = { contentType: c.req.header('content-type'), limits };
  for await (const part of readMultipart(source, form)) {
    // A form with the field `document_type` has one document, so the request's length is that of the file.
    if (part.kind === 'field') {
      hasOneDocument ||= part.name === 'document_type';
      if (part.name === 'link') progress.link = part.value;
      if (part.name !== 'applicant_id') continue;
      applicantId = part.value;
      progress.submission = await submissionOf(options, c, applicantId);
    } else if (part.filename !== '') {
      await readSubmission();
      const { name: type } = part;
      if (!isDocumentType(type)) refuse(400, fill(texts().uploads.noSuchDocument, { type }));
      progress.field = type;
      const filename = limitLength(withoutControls(part.filename));
      const canBuffer = () => !hasOneDocument && declared !== undefined && memory.reserve(declared);
      mode ??= canBuffer() ? 'buffer' : 'forward';
      // The other documents may have the largest size; the rest of the length belongs to this one.
      const otherBytes = hasOneDocument ? 0 : (documentOrder.length - 1) * options.maxBytes;
      const atLeast = declared === undefined ? undefined : declared - overheadBytes - otherBytes;
      try {
        const file = await checkUpload(type, { ...part, filename }, options.maxBytes, atLeast);
        if (mode === 'buffer') buffered.push(await readIntoMemory(file));
        else await send(file);
      } catch (error) {
        // The other documents are checked too, so that all messages are shown, but nothing is read beyond a limit.
        const failures = error instanceof UploadError ? error.failures : [];
        const isInvalid = failures.some(({ status }) => status === 415);
        if (mode === 'forward' || !isInvalid) throw error;
        invalid.push(...failures);
      }
    }
  }
  if (invalid.length > 0) throw new UploadError(invalid);
  for (const file of buffered) await send(file);
  if (forwarded > 0) return;
  const { received, needed = documentOrder } = await readSubmission();
  const missing = needed.find((type) => !received.includes(type));
  refuse(400, texts().form.messages.required, missing);
}

async function readIntoMemory(file: CheckedUpload): Promise<CheckedUpload> {
  const chunks = await file.body.toArray().catch(brokenForm);
  return { ...file, body: Readable.from(chunks, { objectMode: false }) };
}

/** Shortens a name that is too long for a file system, and keeps its extension. */
function limitLength(filename: string): string {
  if (filename.length <= maxLength.filename) return filename;
  const extension = `.${extensionOf(filename)}`.slice(0, 20);
  return filename.slice(0, maxLength.filename - extension.length).toWellFormed() + extension;
}

function refuse(status: 400 | 403, message: string, field?: DocumentType): never {
  throw new UploadError([{ status, message, field }]);
}

/** The visitor blocked or cleared cookies, the ticket has expired, or there never was an application. */
const refuseWithoutTicket = (): never =>
  refuse(403, fill(texts().uploads.noTicket, { email: site().enquiries.email }));

async function submissionOf(
  { submissions }: UploadOptions,
  c: Context<SiteEnv>,
  applicantId?: string,
): Promise<Submission> {
  const selection = { joblistingid: c.req.query('joblistingid'), applicantId };
  const submission = await submissions().findByTicket(currentTicket(), selection);
  return submission ?? refuseWithoutTicket();
}

/** Sends one document with one call. It reads the submission again, because another request may have changed it. */
async function forward(
  options: UploadOptions,
  c: Context<SiteEnv>,
  applicantId: string | undefined,
  file: CheckedUpload,
  signal: AbortSignal,
): Promise<Submission> {
  const { id, received, needed, applicantInfo } = await submissionOf(options, c, applicantId);
  if (!applicantInfo) return refuseWithoutTicket();
  const final = isComplete([...received, file.type], needed);
  const replaces = received.includes(file.type);
  await options.client().uploadDocument({ ...file, applicantInfo, final, replaces }, { signal });
  log().info({ event: 'document-uploaded', type: file.type, final });
  return (await options.submissions().markReceived(id, file.type)) ?? refuseWithoutTicket();
}

function bodyOf(c: Context<SiteEnv>, upload: AbortController): Readable {
  const incoming = c.env?.incoming;
  if (!incoming) return Readable.from(c.req.raw.body ?? [], { objectMode: false });
  incoming.once('close', () => {
    if (!incoming.complete) upload.abort(new Error('The browser disconnected.'));
  });
  return incoming;
}

function declaredBytes(c: Context<SiteEnv>): number | undefined {
  const header = c.req.header('content-length');
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}

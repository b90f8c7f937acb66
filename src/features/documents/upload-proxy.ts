import { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import {
  extensionOf,
  isComplete,
  isDocumentType,
  withoutControls,
} from '#src/domain/rules/documents/documents.ts';
import {
  type FieldPart,
  type FilePart,
  MultipartError,
  readMultipart,
} from '#src/http/read-multipart.ts';
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
  files: documentOrder.length,
  fields: documentOrder.length * 4,
  parts: documentOrder.length * 5,
  fieldNameSize: 100,
  fieldSize: 128 * 1024,
  headerPairs: 20,
  headerSize: 4 * 1024 + maxLength.filename * 4,
};
/** The part headers, boundaries and short fields of a form take at most this number of bytes. */
const overheadBytes = 256 * 1024;

/** A request, and the facts about it that become known while it arrives. */
interface Upload extends UploadOptions {
  readonly c: Context<SiteEnv>;
  submission?: Submission;
  field?: DocumentType;
  link?: string;
  applicantId?: string;
  /** A form with the field `document_type` has one document, so the length of the request is about that of the file. */
  hasOneDocument?: boolean;
}

/**
 * Nothing is forwarded without a ticket, or before a file's name and first bytes are valid; nothing is stored. The
 * documents of a plain form are all checked before the first is forwarded, if there is memory for them (contract,
 * decision 12). If the browser has several applications, `?joblistingid=` selects the opening, and the field
 * `applicant_id`, which precedes the files, selects the person.
 */
export function uploadProxy(options: UploadOptions): MiddlewareHandler<SiteEnv> {
  return async (c) => {
    const upload: Upload = { ...options, c };
    let failures: readonly UploadFailure[] = [];
    try {
      await receiveDocuments(upload);
    } catch (error) {
      const incoming = c.env?.incoming;
      if (incoming?.destroyed && !incoming.complete) {
        log().info({ event: 'upload-aborted', field: upload.field });
        return new Response(null, { status: 499 });
      }
      const found = failuresOf(error, upload.field);
      if (!found) throw error;
      failures = found;
      const [{ status, field } = {}] = failures;
      const cause = error instanceof MultipartError ? { problem: error.problem } : { err: error };
      // The message of an UploadError names the file, and files are named after people.
      const reason = error instanceof UploadError ? {} : cause;
      log().warn({ event: 'upload-refused', status, field, ...reason });
    }
    const { submission, link } = upload;
    return preferredType(c) === 'text/html'
      ? redirectWithOutcome(c, submission, failures, link)
      : uploadResponse(submission, failures[0]);
  };
}

async function receiveDocuments(upload: Upload): Promise<void> {
  const { c, maxBytes } = upload;
  const connection = new AbortController();
  const source = bodyOf(c, connection);
  const declared = declaredBytes(c);
  using memory = bodyMemory.plainDocuments.open();
  const send = (file: CheckedUpload) => sendDocument(upload, file, connection.signal);
  const mayBuffer = () =>
    !upload.hasOneDocument && declared !== undefined && memory.reserve(declared);
  const forwardEach: Documents = { add: async (check) => send(await check()), end: async () => {} };
  /** The first file decides whether the documents are all checked first or forwarded one by one. */
  let documents: Documents | undefined;
  const limits = { ...formLimits, fileSize: maxBytes };
  const form = { contentType: c.req.header('content-type'), limits };
  for await (const part of readMultipart(source, form)) {
    if (part.kind === 'field') await readField(upload, part);
    else if (part.filename !== '') {
      // Throws without a ticket, before the first file is read.
      upload.submission ??= await submissionOf(upload);
      documents ??= mayBuffer() ? checkAllFirst(send) : forwardEach;
      await documents.add(() => checkFile(upload, part, declared));
    }
  }
  if (documents) return await documents.end();
  const { received, needed } = upload.submission ?? (await submissionOf(upload));
  const missing = needed.find((type) => !received.includes(type));
  refuse(400, texts().form.messages.required, missing);
}

async function readField(upload: Upload, { name, value }: FieldPart): Promise<void> {
  upload.hasOneDocument ||= name === 'document_type';
  if (name === 'link') upload.link = value;
  if (name !== 'applicant_id') return;
  upload.applicantId = value;
  upload.submission = await submissionOf(upload);
}

function checkFile(
  upload: Upload,
  { name: type, ...part }: FilePart,
  declared: number | undefined,
): Promise<CheckedUpload> {
  if (!isDocumentType(type)) refuse(400, fill(texts().uploads.noSuchDocument, { type }));
  upload.field = type;
  const { hasOneDocument = false, maxBytes } = upload;
  const filename = limitLength(withoutControls(part.filename));
  // If all other documents have the largest size, the rest of the request's length is the least size of this file.
  const otherBytes = hasOneDocument ? 0 : (documentOrder.length - 1) * maxBytes;
  const atLeast = declared === undefined ? undefined : declared - overheadBytes - otherBytes;
  return checkUpload(type, { ...part, filename }, maxBytes, atLeast);
}

/** The documents of a form: each is added while it arrives. */
interface Documents {
  readonly add: (check: () => Promise<CheckedUpload>) => Promise<void>;
  readonly end: () => Promise<void>;
}

function checkAllFirst(send: (file: CheckedUpload) => Promise<void>): Documents {
  const valid: CheckedUpload[] = [];
  const invalid: UploadFailure[] = [];
  return {
    async add(check) {
      try {
        valid.push(await readIntoMemory(await check()));
      } catch (error) {
        // The other documents are checked too, so that all messages are shown, but nothing is read beyond a limit.
        const failures = error instanceof UploadError ? error.failures : [];
        if (!failures.some(({ status }) => status === 415)) throw error;
        invalid.push(...failures);
      }
    },
    async end() {
      if (invalid.length > 0) {
        const { nothingSent } = texts().uploads;
        if (valid.length > 0) invalid.push({ status: 415, message: nothingSent });
        throw new UploadError(invalid);
      }
      for (const file of valid) await send(file);
    },
  };
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

async function submissionOf({ c, submissions, applicantId }: Upload): Promise<Submission> {
  const selection = { joblistingid: c.req.query('joblistingid'), applicantId };
  const submission = await submissions().findByTicket(currentTicket(), selection);
  return submission ?? refuseWithoutTicket();
}

/** Documents are forwarded one at a time, so that exactly one of them is the last, with `final_file`. */
async function sendDocument(upload: Upload, file: CheckedUpload, signal: AbortSignal) {
  upload.field = file.type;
  const { id } = upload.submission ?? (await submissionOf(upload));
  const task = () => forward(upload, file, signal);
  upload.submission = await upload.submissions().withUploadLease(id, signal, task);
}

/** Sends one document with one call. It reads the submission again, because another request may have changed it. */
async function forward(upload: Upload, file: CheckedUpload, signal: AbortSignal) {
  const { id, received, needed, applicantInfo } = await submissionOf(upload);
  if (!applicantInfo) return refuseWithoutTicket();
  const final = isComplete([...received, file.type], needed);
  const replaces = received.includes(file.type);
  await upload.client().uploadDocument({ ...file, applicantInfo, final, replaces }, { signal });
  log().info({ event: 'document-uploaded', type: file.type, final });
  return (await upload.submissions().markReceived(id, file.type)) ?? refuseWithoutTicket();
}

function bodyOf(c: Context<SiteEnv>, connection: AbortController): Readable {
  const incoming = c.env?.incoming;
  if (!incoming) return Readable.from(c.req.raw.body ?? [], { objectMode: false });
  incoming.once('close', () => {
    if (!incoming.complete) connection.abort(new Error('The browser disconnected.'));
  });
  return incoming;
}

function declaredBytes(c: Context<SiteEnv>): number | undefined {
  const header = c.req.header('content-length');
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}

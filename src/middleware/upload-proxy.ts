import { Readable } from 'node:stream';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import { type DocumentType, documentTypes } from '#src/domain/model/options.ts';
import { documentOrder, isDocumentType } from '#src/domain/rules/documents.ts';
import { readMultipart } from '#src/http/read-multipart.ts';
import { log } from '#src/server/logger.ts';
import type { SiteEnv } from '#src/server/request-context.ts';
import type { Submission } from '#src/submissions/submission.ts';
import { ticketCookie } from '#src/submissions/upload-ticket.ts';
import { type CheckedFile, checkFile } from './upload/checked-file.ts';
import { keyedMutex } from './upload/keyed-mutex.ts';
import { isComplete, refusedReply, uploadedReply } from './upload/replies.ts';
import { toUploadError, UploadError } from './upload/upload-error.ts';

/** What the proxy asks of the journal of applications in progress (src/site/submissions). */
export interface TicketJournal {
  findByTicket(ticket: string | undefined, joblistingid?: string): Submission | undefined;
  markReceived(id: string, type: DocumentType): Submission;
}

export interface UploadOptions {
  readonly client: Pick<ApiClient, 'uploadDocument'>;
  readonly journal: TicketJournal;
  /** The largest file that is let through, in bytes. */
  readonly maxBytes: number;
}

/** The form of section 7 has six files and three fields each at most. A field that is cut is never used. */
const formLimits = {
  files: documentTypes.length,
  fields: documentTypes.length * 4,
  parts: documentTypes.length * 5,
  fieldNameSize: 100,
  fieldSize: 128 * 1024,
  headerPairs: 20,
  headerSize: 4 * 1024 + maxLength.filename * 4,
};

/** What a form holds beside its files: part headers, boundaries, short fields. */
const overheadBytes = 256 * 1024;

/**
 * POST /api/uploadapplicantdocument: the documents of whoever holds the ticket, forwarded one call each
 * while they come in. Nothing is forwarded without a ticket, nor before a file's name and first bytes were
 * found good; nothing is kept. `?joblistingid=` says which application, where a browser has several.
 */
export function uploadProxy(options: UploadOptions): MiddlewareHandler<SiteEnv> {
  const turn = keyedMutex();
  return async (c) => {
    const wantsJson = /\bapplication\/json\b/.test(c.req.header('accept') ?? '');
    const reached: Reached = {};
    try {
      const submission = await receive(options, turn, c, reached);
      return uploadedReply(wantsJson, submission);
    } catch (error) {
      const refusal = toUploadError(error, reached.field);
      if (!refusal) throw error;
      const { status, field } = refusal;
      // The refusal's own words name the file, and files are named after people.
      const err = error === refusal ? {} : { err: error };
      log().warn({ event: 'upload-refused', status, field, ...err });
      return refusedReply(wantsJson, refusal, reached.submission);
    }
  };
}

/** How far a request came, for the answer to one that failed. */
interface Reached {
  submission?: Submission;
  field?: DocumentType;
}

/** Forwards the request's documents one after the other; the submission as it stands after the last. */
async function receive(
  options: UploadOptions,
  turn: ReturnType<typeof keyedMutex>,
  c: Context<SiteEnv>,
  reached: Reached,
): Promise<Submission> {
  const upload = new AbortController();
  const source = bodyOf(c, upload);
  reached.submission = ticketHolder(options.journal, c);
  const { id, received } = reached.submission;
  const declared = declaredBytes(c);
  let isOnly = false;
  let forwarded = 0;
  const form = { contentType: c.req.header('content-type'), limits: formLimits };
  for await (const part of readMultipart(source, form)) {
    // Section 7's own form names its one document: then the request's length is the file's.
    if (part.kind === 'field') isOnly ||= part.name === 'document_type';
    else if (part.filename !== '') {
      if (isDocumentType(part.name)) reached.field = part.name;
      // Of several, the others may be as large as the limit allows; what is left over is this one's.
      const others = isOnly ? 0 : (documentOrder.length - 1) * options.maxBytes;
      const atLeast = declared === undefined ? undefined : declared - overheadBytes - others;
      const file = await checkFile(part, options.maxBytes, atLeast);
      reached.submission = await turn(id, () => forward(options, id, c, file, upload.signal));
      forwarded += 1;
    }
  }
  if (forwarded > 0) return reached.submission;
  const missing = documentOrder.find((type) => !received.includes(type));
  throw new UploadError(400, messages.required, missing);
}

const noTicket =
  'This browser has no application waiting for documents. Please send the application form first.';

function ticketHolder(journal: TicketJournal, c: Context<SiteEnv>): Submission {
  const found = journal.findByTicket(getCookie(c, ticketCookie), c.req.query('joblistingid'));
  if (!found) throw new UploadError(403, noTicket);
  return found;
}

/** One document, one call. Taken in turn, so the set as it is now decides whether this one completes it. */
async function forward(
  { client, journal }: UploadOptions,
  id: string,
  c: Context<SiteEnv>,
  file: CheckedFile,
  signal: AbortSignal,
): Promise<Submission> {
  const { received, applicantInfo } = ticketHolder(journal, c);
  if (!applicantInfo) throw new UploadError(403, noTicket);
  const final = isComplete([...received, file.type]);
  await client.uploadDocument({ ...file, applicantInfo, final }, { signal });
  log().info({ event: 'document-uploaded', type: file.type, final });
  return journal.markReceived(id, file.type);
}

/** The request's bytes as they come. A browser that goes away in the middle of them ends the upload. */
function bodyOf(c: Context<SiteEnv>, upload: AbortController): Readable {
  const incoming = c.env?.incoming;
  if (!incoming)
    return c.req.raw.body ? Readable.fromWeb(c.req.raw.body as never) : Readable.from([]);
  incoming.once('close', () => {
    if (!incoming.complete) upload.abort(new Error('The browser went away.'));
  });
  return incoming;
}

function declaredBytes(c: Context<SiteEnv>): number | undefined {
  const header = c.req.header('content-length');
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}

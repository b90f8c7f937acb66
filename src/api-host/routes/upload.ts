import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { CommitUnknownError } from '#src/database/database.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { parseJson } from '#src/domain/model/json.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import { extensionOf, isDocumentType } from '#src/domain/rules/documents/documents.ts';
import { checkDocument } from '#src/domain/rules/documents/file-content.ts';
import { collectEnds } from '#src/domain/rules/documents/file-ends.ts';
import { isEncrypted } from '#src/domain/rules/documents/file-formats.ts';
import { stripBidiControls } from '#src/domain/rules/text/text.ts';
import { type FilePart, MultipartError, readMultipart } from '#src/http/read-multipart.ts';
import { toStoredText } from '../database/schema.ts';
import type { ReceivedDocument, Refused } from '../documents/document-records.ts';
import type { AppParts } from './app-parts.ts';
import { Refusal, refusalMessages } from './responses.ts';

/** The limits allow more than the four parts of section 7 need. */
const formLimits = {
  fieldNameSize: 200,
  fieldSize: 1024 * 1024,
  fields: 20,
  files: 1,
  parts: 24,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

/**
 * Answers uploadapplicantdocument (section 7): one document under its type's name, `applicant_info`, `document_type`,
 * and `final_file` with the last one, in any order. Our site sends `replace` with a replacement. The document is
 * recorded once its bytes are stored and the form is complete; until then an earlier one of the type is kept.
 */
export function uploadRoute(parts: AppParts): Hono<{ Bindings: HttpBindings }> {
  return new Hono<{ Bindings: HttpBindings }>().post('/uploadapplicantdocument', async (c) => {
    const { applicantId, document, received } = await receiveDocument(c.env.incoming, parts);
    const { type, bytes } = document;
    parts.log.info({ event: 'document-received', applicant: applicantId, type, bytes });
    parts.scanning?.wake();
    parts.mailer?.wake();
    const data = { applicant_id: applicantId, document_type: type, received };
    return c.json({ status: 1, message: messages.documentUploaded, data });
  });
}

async function receiveDocument(incoming: IncomingMessage, parts: AppParts) {
  const { cleanup, records, maxBytes, idleMs, clock } = parts;
  const fields = new Map<string, string>();
  let document: ReceivedDocument | undefined;
  const storeFile = async (file: FilePart): Promise<ReceivedDocument> => {
    const type = await checkFile(file, incoming, maxBytes);
    // If applicant_info precedes the file, an unknown applicant is refused before any byte is stored.
    if (fields.has('applicant_info')) {
      const sent = { type, replaces: isSet(fields, 'replace') };
      const refused = await records.refusalOf(applicantIdOf(fields), sent);
      if (refused) throw refusalOf(refused);
    }
    const collector = collectEnds();
    // Without `pause`, the first bytes would be gone before the store reads them.
    file.stream.pause().on('data', collector.add);
    const stored = await cleanup.store(
      file.stream,
      extensionOf(file.filename),
      declaredBytes(incoming),
    );
    return {
      type,
      filename: displayName(file.filename),
      content_type: toStoredText(file.contentType).slice(0, 200),
      bytes: stored.bytes,
      stored_as: stored.storedAs,
      is_encrypted: isEncrypted(collector.ends()) ? 1 : 0,
    };
  };

  try {
    const form = readMultipart(incoming, {
      contentType: incoming.headers['content-type'],
      limits: { ...formLimits, fileSize: maxBytes },
      fileHwm: 1024 * 1024,
      idleMs,
    });
    for await (const part of form) {
      if (part.kind === 'file') document = await storeFile(part);
      else if (part.truncated) throw new Refusal(413, refusalMessages.bodyTooLarge);
      else fields.set(part.name, part.value);
    }
    if (!document) throw new Refusal(422, refusalMessages.oneDocument);
    if ((fields.get('document_type') ?? document.type) !== document.type)
      throw new Refusal(422, refusalMessages.documentTypeDiffers);
    if (document.bytes === 0)
      throw Refusal.ofIssues(422, [{ field: document.type, code: 'required' }]);
    const applicantId = applicantIdOf(fields);
    const how = { final: isSet(fields, 'final_file'), replaces: isSet(fields, 'replace') };
    const result = await records.record(applicantId, document, how, clock());
    if (typeof result === 'string') throw refusalOf(result);
    for (const name of result.replaced) await cleanup.discard(name);
    return { applicantId, document, received: result.received };
  } catch (error) {
    // If the answer to the commit was lost, the cleanup finds out whether the document is recorded.
    if (document && !(error instanceof CommitUnknownError))
      await cleanup.discard(document.stored_as);
    throw error instanceof MultipartError ? multipartRefusal(error) : error;
  }
}

const multipartRefusals = {
  notMultipart: [415, refusalMessages.notMultipart],
  broken: [400, refusalMessages.brokenMultipart],
  tooManyFiles: [422, refusalMessages.oneDocument],
  tooManyParts: [413, refusalMessages.bodyTooLarge],
  tooSlow: [408, refusalMessages.bodyTooSlow],
} as const;

function multipartRefusal({ problem, field = '' }: MultipartError): Refusal {
  if (problem === 'fileTooLarge')
    return Refusal.ofIssues(413, [{ field, code: problem, params: { field } }]);
  const [status, message] = multipartRefusals[problem];
  return new Refusal(status, message);
}

/** The other parts of a request have at most this number of bytes. */
const otherPartsBytes = 2 * 1024 * 1024;
const httpStatuses = { required: 422, invalidFileType: 415, fileTooLarge: 413 } as const;

/** The site and the command line have checked the bytes; other clients of section 7 need not. */
async function checkFile(
  { name: type, filename: name }: FilePart,
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<DocumentType> {
  if (!isDocumentType(type)) throw new Refusal(422, refusalMessages.oneDocument);
  const size = declaredBytes(incoming) - otherPartsBytes;
  const checked = await checkDocument(type, { name, size }, maxBytes);
  if (checked.kind === 'invalid') throw Refusal.ofIssues(httpStatuses[checked.code], [checked]);
  return type;
}

const declaredBytes = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0);

function applicantIdOf(fields: ReadonlyMap<string, string>): string {
  try {
    const info = parseJson(fields.get('applicant_info') ?? '');
    if (typeof info === 'object' && info !== null && 'applicant_id' in info) {
      const id = info.applicant_id;
      if ((typeof id === 'string' && id !== '') || typeof id === 'number') return String(id);
    }
  } catch {}
  throw new Refusal(422, refusalMessages.applicantInfoMissing);
}

/** In section 7 only the last file has `final_file`, but some clients send it with a negative value with the others. */
function isSet(fields: ReadonlyMap<string, string>, name: 'final_file' | 'replace'): boolean {
  const value = fields.get(name)?.trim().toLowerCase();
  return value !== undefined && !['', '0', 'false', 'no', 'null', 'undefined'].includes(value);
}

function refusalOf(kind: Refused): Refusal {
  if (kind === 'no-applicant') return new Refusal(404, refusalMessages.noSuchApplicant);
  const { withdrawn, documentsComplete: complete, documentsFinal: final } = refusalMessages;
  return new Refusal(409, { withdrawn, complete, final }[kind]);
}

const displayName = (filename: string): string =>
  stripBidiControls(toStoredText(filename))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, maxLength.filename)
    .toWellFormed();

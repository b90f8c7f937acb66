import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { DocumentUpload } from '#src/domain/api/upload-document.ts';
import { issueMessage } from '#src/domain/model/issues.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import {
  extensionOf,
  isDocumentType,
  validateDocument,
  withoutControls,
} from '#src/domain/rules/documents.ts';
import { contentErrorMessage, contentHeadBytes } from '#src/domain/rules/file-content.ts';
import { type FilePart, MultipartError } from '#src/http/read-multipart.ts';
import { UploadError } from './upload-response.ts';

/** The body fails with a MultipartError at the first byte past the limit. */
export type UploadFile = Pick<DocumentUpload, 'type' | 'filename' | 'contentType' | 'body'>;

/**
 * Checks the form field, the name, the declared size and the first bytes of a document (section 5) before it is forwarded.
 * Throws an UploadError with the specification's message. `declaredBytes` is an upper bound of the file's size, if the
 * request declares its length.
 */
export async function checkFile(
  part: FilePart,
  maxBytes: number,
  declaredBytes: number | undefined,
): Promise<UploadFile> {
  const { name: type, stream } = part;
  const filename = limitLength(withoutControls(part.filename));
  if (!isDocumentType(type)) throw new UploadError(400, `There is no document called "${type}".`);
  const size = declaredBytes === undefined ? {} : { size: declaredBytes };
  const [issue] = validateDocument(type, { name: filename, ...size }, maxBytes);
  if (issue)
    throw new UploadError(issue.code === 'fileTooLarge' ? 413 : 415, issueMessage(issue), type);
  const { head, body } = await readHead(stream).catch(brokenForm);
  // A small file exceeds the limit before it is read.
  if (stream.errored) throw stream.errored;
  const contentError = contentErrorMessage(type, filename, head);
  if (contentError !== undefined) throw new UploadError(415, contentError, type, { filename });
  return { type, filename, contentType: part.contentType, body };
}

export async function readIntoMemory(file: UploadFile): Promise<UploadFile> {
  const chunks = await file.body.toArray().catch(brokenForm);
  return { ...file, body: Readable.from(chunks, { objectMode: false }) };
}

/** The parser's own error says that the form ended within the file. */
function brokenForm(cause: unknown): never {
  throw cause instanceof MultipartError ? cause : new MultipartError('broken', { cause });
}

/** Returns the first bytes of a file, and the whole file, which starts with them. */
async function readHead(stream: Readable): Promise<{ head: Buffer; body: Readable }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The promise rejects when the stream fails.
  const ended = once(stream, 'end').then(() => true);
  while (bytes < contentHeadBytes) {
    const chunk = stream.read() as Buffer | null;
    if (chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
    } else if (await Promise.race([ended, once(stream, 'readable').then(() => false)])) {
      const file = Buffer.concat(chunks);
      return { head: file, body: Readable.from([file], { objectMode: false }) };
    }
  }
  ended.catch(() => {});
  const head = Buffer.concat(chunks);
  stream.unshift(head);
  return { head, body: stream };
}

/** Shortens a name that is too long for a file system, and keeps its extension. */
function limitLength(filename: string): string {
  if (filename.length <= maxLength.filename) return filename;
  const extension = `.${extensionOf(filename)}`.slice(0, 20);
  return filename.slice(0, maxLength.filename - extension.length).toWellFormed() + extension;
}

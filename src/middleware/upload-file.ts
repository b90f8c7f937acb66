import { Readable } from 'node:stream';
import { issueMessage } from '#src/domain/model/issues.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { formatMessage } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { extensionOf, isDocumentType, validateDocument } from '#src/domain/rules/documents.ts';
import { contentErrorMessage, contentHeadBytes } from '#src/domain/rules/file-content.ts';
import type { FilePart } from '#src/http/read-multipart.ts';
import { UploadError } from './upload-response.ts';

export interface UploadFile {
  readonly type: DocumentType;
  readonly filename: string;
  readonly contentType: string;
  /** Fails with an UploadError at the first byte past the limit. */
  readonly body: Readable;
}

/**
 * Checks the form field, the name, the declared size and the first bytes of a document (section 5) before it
 * is forwarded. Throws an UploadError with the specification's message. `declaredBytes`: an upper bound of the
 * file's size, where the request declares its length.
 */
export async function checkFile(
  part: FilePart,
  maxBytes: number,
  declaredBytes: number | undefined,
): Promise<UploadFile> {
  const { name: type, stream } = part;
  const filename = limitLength(part.filename);
  if (!isDocumentType(type)) throw new UploadError(400, `There is no document called "${type}".`);
  const size = declaredBytes === undefined ? {} : { size: declaredBytes };
  const [issue] = validateDocument(type, { name: filename, ...size }, maxBytes);
  if (issue)
    throw new UploadError(issue.code === 'fileTooLarge' ? 413 : 415, issueMessage(issue), type);
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, void>;
  const head = await readHead(chunks);
  const contentError = contentErrorMessage(type, filename, Buffer.concat(head));
  if (contentError !== undefined) throw new UploadError(415, contentError, type);
  const tooLarge = new UploadError(413, formatMessage('fileTooLarge', { field: type }), type);
  if (totalBytes(head) > maxBytes) throw tooLarge;
  const body = Readable.from(limitBytes(head, chunks, maxBytes, tooLarge), { objectMode: false });
  body.once('close', () => stream.destroy());
  return { type, filename, contentType: part.contentType, body };
}

/** The first chunks of a file, until they contain `contentHeadBytes`. */
async function readHead(chunks: AsyncIterator<Buffer, void>): Promise<Buffer[]> {
  const head: Buffer[] = [];
  while (totalBytes(head) < contentHeadBytes) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
  }
  return head;
}

const totalBytes = (chunks: readonly Buffer[]) =>
  chunks.reduce((sum, { length }) => sum + length, 0);

async function* limitBytes(
  head: readonly Buffer[],
  rest: AsyncIterator<Buffer, void>,
  maxBytes: number,
  tooLarge: Error,
): AsyncGenerator<Buffer> {
  yield* head;
  let bytes = totalBytes(head);
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    bytes += next.value.length;
    if (bytes > maxBytes) throw tooLarge;
    yield next.value;
  }
}

/** Shortens a name that is too long for a file system, without its extension. */
function limitLength(filename: string): string {
  if (filename.length <= maxLength.filename) return filename;
  const extension = `.${extensionOf(filename)}`.slice(0, 20);
  return filename.slice(0, maxLength.filename - extension.length).toWellFormed() + extension;
}

import { Readable } from 'node:stream';
import { issueMessage } from '#src/domain/model/issues.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import { formatMessage } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { extensionOf, isDocumentType, validateDocument } from '#src/domain/rules/documents.ts';
import { contentErrorMessage, contentHeadBytes } from '#src/domain/rules/file-content.ts';
import type { FilePart } from '#src/http/read-multipart.ts';
import { UploadError } from './upload-error.ts';

export interface CheckedFile {
  readonly type: DocumentType;
  readonly filename: string;
  readonly contentType: string;
  /** Fails with an UploadRefusal at the first byte past the limit. */
  readonly body: Readable;
}

/**
 * Section 5 and issue "checked by content too": the field, the name, the declared size, then the first
 * bytes; only then is there a file to be forwarded. Throws an UploadRefusal with the specification's
 * sentence. `declaredBytes`: the file's size where the request told, if only as an upper bound of it.
 */
export async function checkFile(
  part: FilePart,
  maxBytes: number,
  declaredBytes: number | undefined,
): Promise<CheckedFile> {
  const { name: type, stream } = part;
  const filename = shortened(part.filename);
  if (!isDocumentType(type)) throw new UploadError(400, `There is no document called "${type}".`);
  const size = declaredBytes === undefined ? {} : { size: declaredBytes };
  const [issue] = validateDocument(type, { name: filename, ...size }, maxBytes);
  if (issue)
    throw new UploadError(issue.code === 'fileTooLarge' ? 413 : 415, issueMessage(issue), type);
  const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, void>;
  const head = await readHead(rest);
  const problem = contentErrorMessage(type, filename, Buffer.concat(head));
  if (problem !== undefined) {
    const empty = head.length === 0;
    const first = formatMessage('invalidFileType', { field: type });
    throw new UploadError(415, empty ? problem : `${first}: ${problem}`, type);
  }
  const tooLarge = new UploadError(413, formatMessage('fileTooLarge', { field: type }), type);
  if (bytesOf(head) > maxBytes) throw tooLarge;
  return {
    type,
    filename,
    contentType: part.contentType,
    body: Readable.from(bounded(head, rest, stream, maxBytes, tooLarge), { objectMode: false }),
  };
}

/** The file's first chunks, as many as hold `contentHeadBytes`. */
async function readHead(chunks: AsyncIterator<Buffer, void>): Promise<Buffer[]> {
  const head: Buffer[] = [];
  while (bytesOf(head) < contentHeadBytes) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
  }
  return head;
}

const bytesOf = (chunks: readonly Buffer[]) => chunks.reduce((sum, { length }) => sum + length, 0);

async function* bounded(
  head: readonly Buffer[],
  rest: AsyncIterator<Buffer, void>,
  stream: Readable,
  maxBytes: number,
  tooLarge: Error,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    yield* head;
    bytes = bytesOf(head);
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      bytes += next.value.length;
      if (bytes > maxBytes) throw tooLarge;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

/** A name too long for any disk keeps its extension. */
function shortened(filename: string): string {
  if (filename.length <= maxLength.filename) return filename;
  const extension = `.${extensionOf(filename)}`.slice(0, 20);
  return filename.slice(0, maxLength.filename - extension.length).toWellFormed() + extension;
}

import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { DocumentUpload } from '#src/domain/api/upload-document.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { maxLength } from '#src/domain/model/limits.ts';
import {
  extensionOf,
  isDocumentType,
  mediaTypeOf,
  validateDocument,
  withoutControls,
} from '#src/domain/rules/documents/documents.ts';
import {
  type ContentCheck,
  checkContent,
  checkHead,
  fileProblemMessage,
} from '#src/domain/rules/documents/file-content.ts';
import { collectEnds } from '#src/domain/rules/documents/file-ends.ts';
import { headBytes } from '#src/domain/rules/documents/file-formats.ts';
import { type FilePart, MultipartError } from '#src/http/read-multipart.ts';
import { fill } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';
import { documentMessage } from './document-texts.ts';
import { UploadError } from './upload-response.ts';

/** The body fails with a MultipartError at the first byte past the limit. */
export type UploadFile = Pick<DocumentUpload, 'type' | 'filename' | 'contentType' | 'body'>;

/**
 * Throws an UploadError with the message of section 5. The body of a zip archive or a compound file fails with one
 * before its end if it is no Word document. `declaredBytes` is an upper bound of the file's size.
 */
export async function checkFile(
  part: FilePart,
  maxBytes: number,
  declaredBytes: number | undefined,
): Promise<UploadFile> {
  const { name: type, stream } = part;
  const filename = limitLength(withoutControls(part.filename));
  if (!isDocumentType(type))
    throw new UploadError(400, fill(texts().uploads.noSuchDocument, { type }));
  const size = declaredBytes === undefined ? {} : { size: declaredBytes };
  const checkSize = (name: string) => {
    const [issue] = validateDocument(type, { name, ...size }, maxBytes);
    if (issue && issue.code !== 'invalidFileType')
      throw new UploadError(
        issue.code === 'fileTooLarge' ? 413 : 415,
        documentMessage(issue, type),
        type,
      );
  };
  checkSize(filename);
  const { head, body } = await readHead(stream).catch(brokenForm);
  // A small file exceeds the limit before it is read.
  if (stream.errored) throw stream.errored;
  const content = await checkHead(type, filename, head);
  const checked = content.isContainer ? checkedBody(type, filename, body) : body;
  // Only the end of a container tells what it is. The message names that.
  if (content.isContainer && content.kind === 'invalid')
    await finished(checked.resume()).catch(brokenForm);
  const name = validName(type, filename, content);
  checkSize(name);
  return {
    type,
    filename: name,
    contentType: name === filename ? part.contentType : mediaTypeOf(name),
    body: checked,
  };
}

function validName(type: DocumentType, filename: string, content: ContentCheck): string {
  if (content.kind === 'valid') return content.filename;
  const message = documentMessage({ code: 'invalidFileType' }, type);
  const about = (name: string | undefined) =>
    fileProblemMessage(content.problem, texts().files, { message, filename: name });
  throw new UploadError(415, about(filename), type, { messageWithoutName: about(undefined) });
}

/** The directory is at the end of the file, so the host gets all of an invalid file except the end of the request. */
function checkedBody(type: DocumentType, filename: string, body: Readable): Readable {
  const collector = collectEnds();
  // A stream may call this from another request's context.
  const check = AsyncResource.bind(async () => {
    const content = await checkContent(type, filename, collector.ends());
    validName(type, filename, content);
  });
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      collector.add(chunk);
      done(null, chunk);
    },
    flush(done) {
      check().then(() => done(), done);
    },
  });
  // A failure of the body destroys `checked`, whose reader receives it.
  return pipeline(body, checked, () => {});
}

export async function readIntoMemory(file: UploadFile): Promise<UploadFile> {
  const chunks = await file.body.toArray().catch(brokenForm);
  return { ...file, body: Readable.from(chunks, { objectMode: false }) };
}

/** The parser's own error says that the form ended within the file. */
function brokenForm(cause: unknown): never {
  throw cause instanceof MultipartError || cause instanceof UploadError
    ? cause
    : new MultipartError('broken', { cause });
}

/** Returns the first bytes of a file, and the whole file, which starts with them. */
async function readHead(stream: Readable): Promise<{ head: Buffer; body: Readable }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The promise rejects when the stream fails, or has failed.
  const ended = finished(stream).then(() => true);
  while (bytes < headBytes) {
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

import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { checkDocument } from '#src/domain/rules/documents/file-content.ts';
import { collectEnds } from '#src/domain/rules/documents/file-ends.ts';
import { headBytes, isContainer, mediaTypeOf } from '#src/domain/rules/documents/file-formats.ts';
import { type FilePart, MultipartError } from '#src/http/read-multipart.ts';
import { invalidDocument, UploadError } from './upload-response.ts';

/** `body` fails with a MultipartError at the first byte past the limit. */
export interface CheckedUpload {
  readonly type: DocumentType;
  readonly filename: string;
  readonly contentType: string;
  readonly body: Readable;
}

/**
 * Checks a document of a form while it arrives. Throws an UploadError; the body of a zip archive or a compound file fails
 * with one before its end if it is no Word document. The file has at least `declaredBytes`.
 */
export async function checkUpload(
  type: DocumentType,
  { filename, contentType, stream }: Omit<FilePart, 'kind' | 'name'>,
  maxBytes: number,
  declaredBytes: number | undefined,
): Promise<CheckedUpload> {
  let head: Uint8Array = new Uint8Array();
  let body = stream;
  const refusal = invalidDocument(filename);
  const readEnds = async () => {
    ({ head, body } = await readHead(stream).catch(brokenForm));
    // A small file exceeds the limit before it is read.
    if (stream.errored) throw stream.errored;
    return { head, tail: head, isBeginning: true } as const;
  };
  const checked = await checkDocument(
    type,
    { name: filename, size: declaredBytes, readEnds },
    maxBytes,
  );
  if (isContainer(head)) {
    body = checkedBody(type, filename, body, refusal);
    // The body is read to its end, because only the end of a container tells what it is, and the message names that.
    if (checked.kind === 'invalid' && checked.problem)
      await finished(body.resume()).catch(brokenForm);
  }
  if (checked.kind === 'invalid') throw refusal(checked);
  const isRenamed = checked.filename !== filename;
  return {
    type,
    filename: checked.filename,
    contentType: isRenamed ? mediaTypeOf(checked.filename) : contentType,
    body,
  };
}

/** The directory of a zip archive is at its end, so an invalid file is forwarded as well, except for its end. */
function checkedBody(
  type: DocumentType,
  name: string,
  body: Readable,
  refusal: ReturnType<typeof invalidDocument>,
): Readable {
  const collector = collectEnds();
  const check = async () => {
    const readEnds = async () => collector.ends();
    const checked = await checkDocument(type, { name, size: undefined, readEnds });
    if (checked.kind === 'invalid') throw refusal(checked);
  };
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      collector.add(chunk);
      done(null, chunk);
    },
    flush(done) {
      check().then(() => done(), done);
    },
  });
  // A failure of the body destroys `passing`, whose reader receives it.
  return pipeline(body, passing, () => {});
}

/** An error of another kind means that the form ended within the file. */
export function brokenForm(cause: unknown): never {
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

import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { maxLength } from '#src/domain/model/limits.ts';
import { documentTypes } from '#src/domain/model/options.ts';

export interface FieldPart {
  readonly kind: 'field';
  readonly name: string;
  readonly value: string;
}

/** `stream` must be read or destroyed before the next part comes. */
export interface FilePart {
  readonly kind: 'file';
  readonly name: string;
  /** Without a path; empty where a form's file control was left empty. */
  readonly filename: string;
  readonly contentType: string;
  readonly stream: Readable;
}

/** The request is no multipart form, breaks off, or has more parts than the form could. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
}

/** The form of section 7 has six files and three fields each at most; fields from a browser are short or ignored. */
const caps = {
  files: documentTypes.length,
  fields: documentTypes.length * 4,
  parts: documentTypes.length * 5,
  fieldNameSize: 100,
  fieldSize: 128 * 1024,
  headerPairs: 20,
  headerSize: 4 * 1024 + maxLength.filename * 4,
};

/**
 * The parts of a multipart body, one after the other, each read before the next: at no time does more of a
 * file stand in memory than the streams' own buffers. Throws a MultipartError, or the source's own error.
 */
export async function* readParts(
  source: Readable,
  contentType: string,
): AsyncGenerator<FieldPart | FilePart> {
  const parser = createParser(contentType);
  const found: (FieldPart | FilePart)[] = [];
  let state = 'open' as 'open' | 'done' | { readonly error: unknown };
  let wake = Promise.withResolvers<void>();
  let current: Readable | undefined;
  const add = (part: FieldPart | FilePart) => {
    found.push(part);
    wake.resolve();
  };
  const end = (next: typeof state) => {
    if (state === 'open') state = next;
    if (typeof next === 'object') current?.destroy(asError(next.error));
    wake.resolve();
  };
  const fail = (error: unknown) => end({ error });
  const tooMany = () => fail(new MultipartError('The form has more parts than it can have.'));
  const brokenOff = () => {
    if (!source.readableEnded) fail(source.errored ?? new MultipartError('The form broke off.'));
  };

  parser
    .on('field', (name, value) => add({ kind: 'field', name, value }))
    .on('file', (name, stream, filename, _encoding, mime) => {
      // Without a listener a form that breaks off would end the process.
      stream.on('error', () => {});
      current = stream;
      add({ kind: 'file', name, filename: filename ?? '', contentType: mime, stream });
    })
    .once('error', (error) => fail(new MultipartError('The form breaks off.', { cause: error })))
    .once('filesLimit', tooMany)
    .once('fieldsLimit', tooMany)
    .once('partsLimit', tooMany)
    .once('finish', () => end('done'));
  source.once('error', fail).once('close', brokenOff).pipe(parser);
  try {
    for (;;) {
      const part = found.shift();
      if (part) {
        yield part;
        // A file nobody read on would hold up the parser for ever.
        if (part.kind === 'file' && !part.stream.readableEnded) part.stream.resume();
      } else if (state === 'open') {
        await wake.promise;
        wake = Promise.withResolvers();
      } else if (state === 'done') return;
      else throw state.error;
    }
  } finally {
    source.off('error', fail).off('close', brokenOff).unpipe(parser);
    for (const part of found) if (part.kind === 'file') part.stream.destroy();
    parser
      .removeAllListeners()
      .on('error', () => {})
      .destroy();
  }
}

function createParser(contentType: string): InstanceType<typeof Busboy> {
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw new MultipartError('The request is no multipart form.');
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: caps });
  } catch (error) {
    throw new MultipartError('The request is no multipart form.', { cause: error });
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

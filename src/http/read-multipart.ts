import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Busboy, type BusboyConfig } from '@fastify/busboy';

export interface FieldPart {
  readonly kind: 'field';
  readonly name: string;
  readonly value: string;
  /** Whether the name or the value exceeded the limits and was cut. */
  readonly truncated: boolean;
}

/** The rest of `stream` is skipped when the reader requests the next part. */
export interface FilePart {
  readonly kind: 'file';
  readonly name: string;
  /** The name has no path. It is empty if the file control of the form was left empty. */
  readonly filename: string;
  readonly contentType: string;
  readonly stream: Readable;
}

const problems = {
  notMultipart: 'The request is no multipart form.',
  broken: 'The form broke off.',
  tooManyFiles: 'The form has more parts than it can have.',
  tooManyParts: 'The form has more parts than it can have.',
  fileTooLarge: 'A file of the form is too large.',
  tooSlow: 'The form stopped coming in.',
} as const;

export class MultipartError extends Error {
  override readonly name = 'MultipartError';
  readonly problem: keyof typeof problems;
  readonly field?: string;

  constructor(
    problem: keyof typeof problems,
    { field, cause }: { readonly field?: string; readonly cause?: unknown } = {},
  ) {
    super(problems[problem], cause === undefined ? {} : { cause });
    this.problem = problem;
    if (field !== undefined) this.field = field;
  }
}

export interface MultipartOptions {
  readonly contentType: string | undefined;
  readonly limits: NonNullable<BusboyConfig['limits']>;
  /** The number of bytes of a file that are buffered before the source is paused. */
  readonly fileHwm?: number;
  /** The longest time without a byte from the source, in milliseconds. Pauses for a slow reader do not count. */
  readonly idleMs?: number;
}

/**
 * Memory holds no more of a file than the buffers of the streams. Throws a MultipartError, and destroys the stream of a
 * file that is being read with it.
 */
export async function* readMultipart(
  source: Readable,
  options: MultipartOptions,
): AsyncGenerator<FieldPart | FilePart> {
  const parser = createParser(options);
  const parts: (FieldPart | FilePart)[] = [];
  let state = 'open' as 'open' | 'done' | MultipartError;
  let changed = Promise.withResolvers<void>();
  let file: Readable | undefined;
  const add = (part: FieldPart | FilePart) => {
    if (state === 'open') parts.push(part);
    changed.resolve();
  };
  const end = (next: typeof state) => {
    if (state === 'open') state = next;
    changed.resolve();
  };
  const fail = (...error: ConstructorParameters<typeof MultipartError>) => {
    const failure = new MultipartError(...error);
    end(failure);
    file?.destroy(failure);
  };
  const onSourceError = (cause: unknown) => fail('broken', { cause });
  const onSourceClose = () => {
    if (!source.readableEnded) fail('broken', { cause: source.errored });
  };
  const stopWatching = watchIdle(source, options.idleMs, () => fail('tooSlow'));

  parser
    .on('field', (name, value, nameTruncated, valueTruncated) =>
      add({ kind: 'field', name, value, truncated: nameTruncated || valueTruncated }),
    )
    .on('file', (name, stream, filename, _encoding, contentType) => {
      file = stream;
      // Without a listener, an error after the last read would end the process.
      stream.on('error', () => {});
      stream.once('limit', () => fail('fileTooLarge', { field: name }));
      add({ kind: 'file', name, filename: filename ?? '', contentType, stream });
    })
    .once('error', (cause) => fail('broken', { cause }))
    // The reader first gets the waiting parts, which are complete, and then this error.
    .once('filesLimit', () => end(new MultipartError('tooManyFiles')))
    .once('fieldsLimit', () => end(new MultipartError('tooManyParts')))
    .once('partsLimit', () => end(new MultipartError('tooManyParts')))
    .once('finish', () => end('done'));
  freeBuffers(source);
  source.once('error', onSourceError).once('close', onSourceClose).pipe(parser);
  try {
    for (;;) {
      const part = parts.shift();
      if (part) {
        yield part;
        // The parser waits until a file has been read.
        if (part.kind === 'file' && !part.stream.readableEnded) part.stream.resume();
      } else if (state === 'open') {
        await changed.promise;
        changed = Promise.withResolvers();
      } else if (state === 'done') return;
      else throw state;
    }
  } finally {
    stopWatching();
    source.off('error', onSourceError).off('close', onSourceClose).unpipe(parser);
    // An aborted request emits an error even when no one reads it.
    source.on('error', () => {});
    parser
      .removeAllListeners()
      .on('error', () => {})
      .destroy();
  }
}

function createParser({ contentType = '', limits, fileHwm }: MultipartOptions) {
  if (!/^multipart\/form-data\s*;.*\bboundary="?[^\s";]/i.test(contentType))
    throw new MultipartError('notMultipart');
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      ...(fileHwm !== undefined && { fileHwm }),
      // A part without a file name is a field, whatever its content type.
      isPartAFile: (_name, _contentType, filename) => filename !== undefined,
    });
  } catch (cause) {
    throw new MultipartError('notMultipart', { cause });
  }
}

/** Calls `onIdle` if the source sends nothing for `idleMs` while it is read. Returns a function that ends this. */
function watchIdle(source: Readable, idleMs: number | undefined, onIdle: () => void): () => void {
  if (idleMs === undefined) return () => {};
  const timer = setTimeout(() => {
    if (source.isPaused()) timer.refresh();
    else onIdle();
  }, idleMs);
  const onData = () => timer.refresh();
  const stop = () => {
    clearTimeout(timer);
    source.off('data', onData);
  };
  source.on('data', onData).once('end', stop);
  return stop;
}

/** Less than the 10 MB by which the heap may grow before V8 collects the whole heap (flags of `careers start`). */
const collectedBytes = 4 * 1024 * 1024;
let minorGc: ReturnType<typeof exposeMinorGc> | undefined;
let bytesSinceGc = 0;

/**
 * Frees read buffers early. Node allocates up to 64 kB for each read, and V8 frees them only in a full collection: 30
 * of these for 1 GiB took more time than the rest of an upload (docs/decisions/004-multipart.md).
 */
function freeBuffers(source: Readable): void {
  source.on('data', (chunk: Buffer) => {
    bytesSinceGc += chunk.length;
    if (bytesSinceGc < collectedBytes) return;
    bytesSinceGc = 0;
    minorGc ??= exposeMinorGc();
    minorGc({ type: 'minor' });
  });
}

function exposeMinorGc(): (options: { readonly type: 'minor' }) => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

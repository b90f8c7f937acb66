import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';

/** One part of a multipart body, in the order of arrival. A field has `value`, a file the other properties. */
export interface RecordedPart {
  readonly name: string;
  readonly value?: string;
  readonly filename?: string;
  readonly contentType?: string;
  readonly size?: number;
  readonly sha256?: string;
}

/** One call as the host received it. `complete`, `json` and `parts` are set after the body was read. */
export interface RecordedCall {
  readonly method: string;
  /** The first segment after /api/: 'openingsall', 'findopening'… */
  readonly name: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Bytes of body read so far. */
  bytes: number;
  complete: boolean;
  json?: unknown;
  parts: RecordedPart[];
  /** Resolves when the connection closes before the host's response is complete. */
  readonly gone: Promise<void>;
}

/** Reads a request's body into its record. Files are counted and hashed, not stored. */
export async function readBody(request: IncomingMessage, call: RecordedCall): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) await readParts(request, call, type);
  else {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (type.startsWith('application/json') && text !== '') call.json = JSON.parse(text);
  }
  call.complete = request.complete;
}

async function readParts(request: IncomingMessage, call: RecordedCall, type: string) {
  const parser = new Busboy({
    headers: { 'content-type': type },
    preservePath: true,
    limits: { fieldSize: 4 * 1024 * 1024 },
  });
  const files: Promise<void>[] = [];
  parser.on('field', (name, value) => call.parts.push({ name, value }));
  parser.on('file', (name, stream, filename, _encoding, contentType) => {
    const at = call.parts.push({ name, filename, contentType }) - 1;
    const hash = createHash('sha256');
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      hash.update(chunk);
    });
    files.push(
      finished(stream).then(() => {
        call.parts[at] = { name, filename, contentType, size, sha256: hash.digest('hex') };
      }),
    );
  });
  request.pipe(parser);
  await Promise.race([once(parser, 'finish'), once(request, 'close')]);
  await Promise.all(files);
}

import { randomBytes } from 'node:crypto';
import type { StreamedBody } from './message.ts';

/** A file part. `size` in bytes, where known. */
export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
  readonly size?: number | undefined;
}

/**
 * A multipart/form-data body as browsers write it (WHATWG HTML, "multipart form data"), UTF-8: the fields
 * in the order given, then the file. The file is streamed; nothing of it is kept.
 */
export function multipartBody(
  fields: Readonly<Record<string, string>>,
  file: FilePart,
): StreamedBody & { readonly contentType: string } {
  const boundary = `----careers${randomBytes(16).toString('hex')}`;
  const before = Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${partHead(boundary, name)}\r\n\r\n${value.toWellFormed()}\r\n`)
      .join('') +
      `${partHead(boundary, file.name)}; filename="${escaped(file.filename)}"\r\n` +
      `Content-Type: ${mediaType(file.contentType)}\r\n\r\n`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* chunks() {
    yield before;
    yield* file.body;
    yield after;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    chunks: chunks(),
    ...(file.size === undefined ? {} : { size: before.length + file.size + after.length }),
  };
}

const partHead = (boundary: string, name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;

/** Names and file names: quote, CR and LF percent-encoded and nothing else, as browsers do it. */
function escaped(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** What a browser claimed, unless it could not stand in a header. */
function mediaType(claimed: string): string {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[\x20-\x7e]*)?$/.test(claimed)
    ? claimed
    : 'application/octet-stream';
}

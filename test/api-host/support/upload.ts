import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openHostData } from '#src/api-host/data.ts';
import { storeIdName } from '#src/api-host/documents/document-store.ts';
import { storedBelow, swiftAt } from '#test/support/swift.ts';
import { type Reply, settingsIn, type TestHost } from './host.ts';

export type Part =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly filename: string;
      readonly bytes: Uint8Array | string;
      readonly contentType?: string;
    };

const boundary = '----test-boundary-7c1d';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** Returns the parts of section 7 for one document, in its order. */
export function documentParts(
  applicantId: string,
  type: string,
  bytes: Uint8Array | string,
  {
    filename = `${type}.pdf`,
    final = false,
    replace = false,
  }: { filename?: string; final?: boolean; replace?: boolean } = {},
): Part[] {
  return [
    { name: type, filename, bytes },
    {
      name: 'applicant_info',
      value: JSON.stringify({ firstname: 'Ada', applicant_id: applicantId }),
    },
    { name: 'document_type', value: type },
    ...(final ? [{ name: 'final_file', value: 'true' }] : []),
    ...(replace ? [{ name: 'replace', value: '1' }] : []),
  ];
}

export function encode(parts: readonly Part[]): Buffer {
  const chunks: (string | Uint8Array)[] = [];
  for (const part of parts) {
    chunks.push(`--${boundary}\r\n`, partHeader(part));
    chunks.push('filename' in part ? part.bytes : part.value, '\r\n');
  }
  chunks.push(`--${boundary}--\r\n`);
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string)));
}

function partHeader(part: Part): string {
  if (!('filename' in part)) return `Content-Disposition: form-data; name="${part.name}"\r\n\r\n`;
  const filename = part.filename.replaceAll('"', '%22').replaceAll('\n', '%0A');
  return `Content-Disposition: form-data; name="${part.name}"; filename="${filename}"\r\nContent-Type: ${part.contentType ?? 'application/pdf'}\r\n\r\n`;
}

export interface OpenUpload {
  readonly request: ClientRequest;
  /** The complete response; rejects if the connection closes without one. */
  readonly reply: Promise<Reply>;
}

/** Starts an upload whose body the test writes. */
export function openUpload(
  origin: string,
  headers: Record<string, string | number> = {},
): OpenUpload {
  const outgoing = request(`${origin}/api/uploadapplicantdocument`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': multipartType, ...headers },
  });
  const reply = (async (): Promise<Reply> => {
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const headers = new Headers(
      Object.entries(response.headers).map(([name, value]): [string, string] => [name, `${value}`]),
    );
    return {
      httpStatus: response.statusCode ?? 0,
      headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
  })();
  reply.catch(() => {});
  // After an early response the host closes the connection.
  outgoing.on('error', () => {});
  return { request: outgoing, reply };
}

/** Sends a complete form with a declared length. */
export function upload(origin: string, parts: readonly Part[] | Buffer): Promise<Reply> {
  const body = Buffer.isBuffer(parts) ? parts : encode(parts);
  const { request: outgoing, reply } = openUpload(origin, { 'content-length': body.length });
  outgoing.end(body);
  return reply;
}

/** Every file below the document directory, including partial ones. */
export async function storedFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'documents'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== storeIdName)
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The names of the stored documents, including those that are not complete, but not what a check at start stores. */
export async function storedDocuments(dataDir: string): Promise<string[]> {
  const { s3 } = settingsIn(dataDir);
  if (s3) {
    const names = await storedBelow(swiftAt(s3.endpoint).client(s3.bucket), s3.prefix);
    return names.filter((name) => name !== storeIdName && !name.startsWith('start-check/'));
  }
  return (await storedFiles(dataDir)).map((path) => relative(join(dataDir, 'documents'), path));
}

/** Returns the bytes of a stored document. */
export async function readDocument(dataDir: string, name: string): Promise<Buffer> {
  const data = await openHostData(settingsIn(dataDir));
  try {
    return await buffer(data.store.read(name));
  } finally {
    await data.close();
  }
}

/** Returns the rows of documents and of orphaned files. */
export async function recorded(host: TestHost) {
  const data = await openHostData(settingsIn(host.dataDir));
  try {
    return {
      documents: await data.database.db
        .selectFrom('documents')
        .selectAll()
        .orderBy('received_at')
        .execute(),
      orphaned: await data.database.db.selectFrom('orphaned_files').selectAll().execute(),
    };
  } finally {
    await data.close();
  }
}

/** A failed upload left no file, no document and no orphaned file. */
export async function assertNothingStored(host: TestHost) {
  assert.deepEqual(await storedDocuments(host.dataDir), []);
  assert.deepEqual(await recorded(host), { documents: [], orphaned: [] });
}

/** Polls until a condition holds that another process fulfills; fails after five minutes, because a busy machine is slow. */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('the condition was not fulfilled');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

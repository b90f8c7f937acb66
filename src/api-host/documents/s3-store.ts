import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PQueue from 'p-queue';
import pTimeout from 'p-timeout';
import type { S3Settings } from '#src/config/settings.ts';
import { readParts } from './document-parts.ts';
import { type DocumentStore, DocumentsUnavailableError, storeIdName } from './document-store.ts';
import { s3Calls, type UploadedPart } from './s3-calls.ts';

const MiB = 1024 * 1024;
const documentLimits = {
  /** S3 accepts at most 10,000 parts, and only the last one may have less than 5 MiB. One is in memory. */
  partBytes: 5 * MiB,
  maxParts: 10_000,
  maxDocuments: 64,
  /** The time that a document beyond `maxDocuments` waits. It is less than the API client's time limit. */
  maxWaitMs: 8000,
};
const checkTimeoutMs = 8000;

/** An object exists once its last part is stored; until then its parts are a multipart upload, which `remove` ends. */
export function s3Store(
  settings: S3Settings,
  changed: Partial<typeof documentLimits> = {},
): DocumentStore {
  const { partBytes, maxParts, maxDocuments, maxWaitMs } = { ...documentLimits, ...changed };
  const { endpoint, prefix } = settings;
  const s3 = s3Calls(settings);
  const keyOf = (name: string) => `${prefix}${name}`;
  const turns = new PQueue({ concurrency: maxDocuments });

  async function receive(source: Readable, key: string): Promise<number> {
    const parts: UploadedPart[] = [];
    let uploadId: string | undefined;
    let bytes = 0;
    try {
      for await (const part of readParts(source, partBytes)) {
        bytes += part.bytes.length;
        const partNumber = parts.length + 1;
        if (partNumber > maxParts) throw new Error('The document is larger than maxBytes.');
        if (part.isLast && uploadId === undefined) {
          await s3.put(key, part.bytes);
          continue;
        }
        uploadId ??= await s3.beginUpload(key);
        parts.push(await s3.uploadPart(key, uploadId, part.bytes, partNumber));
      }
      if (uploadId !== undefined) await s3.completeUpload(key, uploadId, parts);
      const stored = await s3.sizeOf(key);
      if (stored !== bytes)
        throw new DocumentsUnavailableError(`${endpoint} stored ${stored} of ${bytes} bytes.`);
      return bytes;
    } catch (error) {
      source.destroy();
      // The upload is ended by its id, because the list of uploads that `remove` reads may not have a new upload yet.
      // An error is ignored here, because `remove` would report it too.
      if (uploadId !== undefined) await s3.abortUpload(key, uploadId).catch(() => {});
      throw error;
    }
  }

  async function* read(name: string) {
    const response = await s3.get(keyOf(name));
    if (!response?.body) throw Object.assign(new Error(`no ${name}`), { code: 'ENOENT' });
    yield* response.body;
  }

  async function write(source: Readable, name: string): Promise<number> {
    // The listener prevents an unhandled 'error' event before the source is read.
    source.on('error', () => {});
    const waiting = new AbortController();
    const timer = setTimeout(
      () => waiting.abort(new DocumentsUnavailableError('Too many documents are being received.')),
      maxWaitMs,
    );
    const receiveInTurn = () => {
      clearTimeout(timer);
      return receive(source, keyOf(name));
    };
    return turns.add(receiveInTurn, { signal: waiting.signal });
  }

  let hasStored = false;
  async function storeAndRemove(): Promise<void> {
    const name = `start-check/${randomUUID()}`;
    const bytes = Buffer.from(name);
    await write(Readable.from([bytes]), name);
    if (!(await buffer(read(name))).equals(bytes))
      throw new DocumentsUnavailableError(`${endpoint} returns other bytes than were stored.`);
    const key = keyOf(name);
    // A service may lack multipart uploads, and only a document with several parts would show it.
    await s3.abortUpload(key, await s3.beginUpload(key));
    await s3.remove(key);
    hasStored = true;
  }

  async function check(): Promise<void> {
    await s3.list(prefix, 2);
    if (!hasStored) await storeAndRemove();
  }

  return {
    maxBytes: maxParts * partBytes,
    write,
    read: (name) => Readable.from(read(name), { objectMode: false }),
    remove: (name) => s3.remove(keyOf(name)),
    isEmpty: async () => (await s3.list(prefix, 2)).every(({ Key }) => Key === keyOf(storeIdName)),
    check: () =>
      pTimeout(check(), {
        milliseconds: checkTimeoutMs,
        message: new DocumentsUnavailableError(`S3_ENDPOINT ${endpoint} does not respond.`),
      }),
  };
}

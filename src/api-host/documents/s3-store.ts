import { hash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PQueue from 'p-queue';
import pRetry from 'p-retry';
import pTimeout from 'p-timeout';
import { S3mini } from 's3mini';
import type { S3Settings } from '#src/config/settings.ts';
import { agentFetch } from '#src/http/agent-fetch.ts';
import { readParts } from './document-parts.ts';
import { type DocumentStore, DocumentsUnavailableError, storeIdName } from './document-store.ts';
import { ifFound, isTemporary, noBucket, noVersions, toStoreError } from './s3-errors.ts';

const MiB = 1024 * 1024;
const documentLimits = {
  /** S3 accepts at most 10,000 parts, and only the last one may have less than 5 MiB. One is in memory. */
  partBytes: 5 * MiB,
  maxParts: 10_000,
  maxDocuments: 64,
  /** The time that a document beyond `maxDocuments` waits. It is less than the API client's time limit. */
  maxWaitMs: 8000,
};

/** Both limits and the cleanup that follows take less time together than the API client's limit. */
const connectTimeoutMs = 3000;
const responseTimeoutMs = 20_000;
/** A call that failed for a temporary reason is repeated during this time. */
const retryForMs = 2000;
const checkTimeoutMs = 8000;

/**
 * An object exists once its last part is stored; until then its parts are a multipart upload, which `remove` ends. The
 * service compares each part with its MD5.
 */
export function s3Store(
  settings: S3Settings,
  changed: Partial<typeof documentLimits> = {},
): DocumentStore {
  const limits = { ...documentLimits, ...changed };
  const { partBytes, maxParts } = limits;
  const send = agentFetch({ connectTimeoutMs, responseTimeoutMs });
  const s3 = new S3mini({
    ...settings,
    endpoint: `${settings.endpoint}/${settings.bucket}`,
    fetch: ((url, init) => send(url, withMd5(init))) as typeof send as typeof fetch,
  });
  const keyOf = (name: string) => `${settings.prefix}${name}`;
  const turns = new PQueue({ concurrency: limits.maxDocuments });

  /** @throws DocumentsUnavailableError, or ENOSPC */
  async function call<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + retryForMs;
    try {
      return await pRetry(work, {
        retries: 3,
        minTimeout: 100,
        factor: 3,
        shouldRetry: ({ error }) => isTemporary(error) && performance.now() < deadline,
      });
    } catch (error) {
      throw toStoreError(error, settings);
    }
  }

  async function abortUploads(key: string): Promise<void> {
    // s3mini does not send the method's own parameter for a prefix.
    const list = await s3.listMultipartUploads('/', '', 'GET', { prefix: key });
    for (const { Key, UploadId } of uploadsIn(list))
      if (Key === key) await ifFound(s3.abortMultipartUpload(key, UploadId));
  }

  async function remove(key: string): Promise<void> {
    await call(() => abortUploads(key));
    // The object is deleted directly, because a list of versions may not have it yet.
    await call(() => ifFound(s3.deleteObject(key)));
    const versions = await call(() => s3.listObjectVersions(key).catch(noVersions));
    for (const { VersionId: versionId } of versions ?? [])
      if (versionId !== undefined) await call(() => ifFound(s3.deleteObject({ key, versionId })));
  }

  const begin = (key: string) =>
    call(async (attempt) => {
      // An earlier attempt may have begun an upload although its response was lost.
      if (attempt > 1) await abortUploads(key);
      return s3.getMultipartUploadId(key);
    });

  const complete = (key: string, uploadId: string, parts: UploadedPart[]) =>
    call(async () => {
      // If a response was lost, the upload is absent when the call is repeated. The size of the object then decides.
      const completed = await ifFound(s3.completeMultipartUpload(key, uploadId, parts));
      // S3 may report an error with the status 200.
      if (completed && !completed.etag)
        throw Object.assign(new Error('The upload was not completed.'), { code: 'InternalError' });
    });

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
          await call(() => s3.putObject(key, part.bytes));
          continue;
        }
        uploadId ??= await begin(key);
        const id = uploadId;
        parts.push(await call(() => s3.uploadPart(key, id, part.bytes, partNumber)));
      }
      if (uploadId !== undefined) await complete(key, uploadId, parts);
      const stored = await call(() => s3.getContentLength(key));
      if (stored !== bytes)
        throw new DocumentsUnavailableError(
          `${settings.endpoint} stored ${stored} of ${bytes} bytes.`,
        );
      return bytes;
    } catch (error) {
      source.destroy();
      const id = uploadId;
      // The upload is ended by its id, because the list of uploads that `remove` reads may not have a new upload yet. An
      // error here is ignored: `remove` would report the same.
      if (id !== undefined)
        await call(() => ifFound(s3.abortMultipartUpload(key, id))).catch(() => {});
      throw error;
    }
  }

  const read = (name: string) =>
    Readable.from(
      (async function* () {
        const response = await call(() => s3.getObjectResponse(keyOf(name)));
        if (!response?.body) throw Object.assign(new Error(`no ${name}`), { code: 'ENOENT' });
        yield* response.body;
      })(),
      { objectMode: false },
    );

  async function write(source: Readable, name: string): Promise<number> {
    // The listener prevents an unhandled 'error' event before the source is read.
    source.on('error', () => {});
    const waiting = new AbortController();
    const timer = setTimeout(
      () => waiting.abort(new DocumentsUnavailableError('Too many documents are being received.')),
      limits.maxWaitMs,
    );
    const receiveInTurn = () => {
      clearTimeout(timer);
      return receive(source, keyOf(name));
    };
    return turns.add(receiveInTurn, { signal: waiting.signal });
  }

  async function listFirst() {
    const listed = await call(() => s3.listObjects('/', settings.prefix, 2));
    if (listed === null) throw toStoreError(noBucket, settings);
    return listed;
  }

  let hasStored = false;
  async function storeAndRemove(): Promise<void> {
    const name = `start-check/${randomUUID()}`;
    const bytes = Buffer.from(name);
    await write(Readable.from([bytes]), name);
    if (!(await buffer(read(name))).equals(bytes))
      throw new DocumentsUnavailableError(
        `${settings.endpoint} returns other bytes than were stored.`,
      );
    const key = keyOf(name);
    // A service may lack multipart uploads, which only a larger document needs.
    const uploadId = await begin(key);
    await call(() => s3.abortMultipartUpload(key, uploadId));
    await remove(key);
    hasStored = true;
  }

  return {
    maxBytes: maxParts * partBytes,
    write,
    read,
    remove: (name) => remove(keyOf(name)),
    isEmpty: async () => (await listFirst()).every(({ Key }) => Key === keyOf(storeIdName)),

    check: () =>
      pTimeout(
        (async () => {
          await listFirst();
          if (!hasStored) await storeAndRemove();
        })(),
        {
          milliseconds: checkTimeoutMs,
          message: new DocumentsUnavailableError(
            `S3_ENDPOINT ${settings.endpoint} does not respond.`,
          ),
        },
      ),
  };
}

type UploadedPart = Parameters<S3mini['completeMultipartUpload']>[2][number];
type Init = Parameters<ReturnType<typeof agentFetch>>[1];

function withMd5(init: Init): Init {
  if (!Buffer.isBuffer(init.body)) return init;
  const md5 = hash('md5', init.body, 'base64');
  return { ...init, headers: { ...init.headers, 'content-md5': md5 } };
}

/** Returns the uploads in a response. s3mini returns a single entry without a list. */
function uploadsIn(list: object): { readonly Key: string; readonly UploadId: string }[] {
  const { ListMultipartUploadsResult: result = list } = list as Record<string, object>;
  return [(result as { Upload?: [] }).Upload ?? []].flat();
}

import { hash } from 'node:crypto';
import pRetry from 'p-retry';
import { S3mini } from 's3mini';
import type { S3Settings } from '#src/config/settings.ts';
import { agentFetch } from '#src/http/agent-fetch.ts';
import { ifFound, isTemporary, noBucket, noVersions, toStoreError } from './s3-errors.ts';

/** Both limits and the cleanup that follows take less time together than the API client's limit. */
const connectTimeoutMs = 3000;
const responseTimeoutMs = 20_000;
/** A call that failed for a temporary reason is repeated during this time. */
const retryForMs = 2000;

export type UploadedPart = Parameters<S3mini['completeMultipartUpload']>[2][number];

/**
 * The calls of S3 for the objects of a bucket. A call that failed for a temporary reason is repeated. The service
 * compares received bytes with an MD5. Each call rejects with a DocumentsUnavailableError or ENOSPC.
 */
export function s3Calls(settings: S3Settings) {
  const send = agentFetch({ connectTimeoutMs, responseTimeoutMs });
  const s3 = new S3mini({
    ...settings,
    endpoint: `${settings.endpoint}/${settings.bucket}`,
    fetch: ((url, init) => send(url, withMd5(init))) as typeof send as typeof fetch,
  });

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

  return {
    put: (key: string, bytes: Buffer) => call(() => s3.putObject(key, bytes)),
    get: (key: string) => call(() => s3.getObjectResponse(key)),
    sizeOf: (key: string) => call(() => s3.getContentLength(key)),
    async list(prefix: string, count: number) {
      const listed = await call(() => s3.listObjects('/', prefix, count));
      if (listed === null) throw toStoreError(noBucket, settings);
      return listed;
    },
    /** Removes an object with its versions and uploads. An absent one is no error. */
    async remove(key: string): Promise<void> {
      await call(() => abortUploads(key));
      // The object is deleted directly, because a list of versions may not have it yet.
      await call(() => ifFound(s3.deleteObject(key)));
      const versions = await call(() => s3.listObjectVersions(key).catch(noVersions));
      for (const { VersionId: versionId } of versions ?? [])
        if (versionId !== undefined) await call(() => ifFound(s3.deleteObject({ key, versionId })));
    },
    beginUpload: (key: string) =>
      call(async (attempt) => {
        // An earlier attempt may have begun an upload although its response was lost.
        if (attempt > 1) await abortUploads(key);
        return s3.getMultipartUploadId(key);
      }),
    uploadPart: (key: string, uploadId: string, bytes: Buffer, partNumber: number) =>
      call(() => s3.uploadPart(key, uploadId, bytes, partNumber)),
    completeUpload: (key: string, uploadId: string, parts: UploadedPart[]) =>
      call(async () => {
        // If a response was lost, the upload is absent when the call is repeated. The size of the object then decides.
        const completed = await ifFound(s3.completeMultipartUpload(key, uploadId, parts));
        // S3 may report an error with the status 200.
        if (completed && !completed.etag)
          throw Object.assign(new Error('The upload was not completed.'), {
            code: 'InternalError',
          });
      }),
    abortUpload: (key: string, uploadId: string) =>
      call(() => ifFound(s3.abortMultipartUpload(key, uploadId))),
  };
}

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

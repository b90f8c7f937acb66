import { S3ServiceError } from 's3mini';
import type { S3Settings } from '#src/config/settings.ts';
import { DocumentsUnavailableError } from './document-store.ts';

/** Returns undefined if the object, the version or the upload does not exist. A missing bucket is still an error. */
export const ifFound = <Result>(result: Promise<Result>): Promise<Result | undefined> =>
  result.catch((error: unknown) => {
    if (['NoSuchKey', 'NoSuchUpload', 'NoSuchVersion'].includes(codeOf(error))) return undefined;
    throw error;
  });

/** Returns null if the service has no versions of objects. */
export function noVersions(error: unknown): null {
  if (codeOf(error) === 'NotImplemented') return null;
  throw error;
}

export const noBucket = new S3ServiceError('', 404, 'NoSuchBucket');

/** Returns the code of the service, of the system or of undici. getContentLength hides it in the cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof S3ServiceError) return error.serviceCode ?? `${error.status}`;
  return 'code' in error && error.code !== undefined ? String(error.code) : codeOf(error.cause);
}

const serviceErrorOf = (error: unknown): S3ServiceError | undefined =>
  error instanceof S3ServiceError
    ? error
    : error instanceof Error && error.cause !== undefined
      ? serviceErrorOf(error.cause)
      : undefined;

export function isTemporary(error: unknown): boolean {
  const { status, serviceCode = '' } = serviceErrorOf(error) ?? {};
  if (status === undefined) return codeOf(error) !== '';
  // BadDigest means that the bytes changed during the transfer.
  return (
    [429, 500, 502, 503, 504].includes(status) ||
    ['BadDigest', 'RequestTimeout'].includes(serviceCode)
  );
}

export function toStoreError(cause: unknown, { endpoint, bucket }: S3Settings): Error {
  const unavailable = (message: string) => new DocumentsUnavailableError(message, { cause });
  const service = serviceErrorOf(cause);
  const code = codeOf(cause);
  if (!service) return unavailable(`S3_ENDPOINT ${endpoint} cannot be reached (${code}).`);
  const region = ['S3_REGION', `is not the region of the bucket ${bucket}.`] as const;
  const wrongSettings: Readonly<Record<string, readonly [variable: string, reason: string]>> = {
    NoSuchBucket: ['DOCUMENTS_URL', `names the bucket ${bucket}, which ${endpoint} does not have.`],
    InvalidAccessKeyId: ['S3_ACCESS_KEY_ID', `is not known to ${endpoint}.`],
    SignatureDoesNotMatch: [
      'S3_SECRET_ACCESS_KEY',
      `is refused by ${endpoint}; or S3_ACCESS_KEY_ID or S3_REGION is wrong.`,
    ],
    AuthorizationHeaderMalformed: region,
    PermanentRedirect: region,
    AccessDenied: [
      'S3_ACCESS_KEY_ID',
      `may not read, write, list and delete objects, versions and uploads of the bucket ${bucket}.`,
    ],
  };
  const [variable, reason] = wrongSettings[code] ?? [];
  if (variable !== undefined)
    return new DocumentsUnavailableError(`${variable} ${reason}`, { variable, cause });
  if (service.status === 507 || code === 'QuotaExceeded')
    return Object.assign(new Error('The bucket is full.', { cause }), { code: 'ENOSPC' });
  if (service.status === 501)
    return unavailable(`S3_ENDPOINT ${endpoint} lacks a call that documents need (501).`);
  return unavailable(`${endpoint} responded ${service.status} ${code}.`);
}

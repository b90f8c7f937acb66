import assert from 'node:assert/strict';
import { test } from 'node:test';
import { S3ServiceError } from 's3mini';
import { DocumentsUnavailableError } from '#src/api-host/documents/document-store.ts';
import {
  ifFound,
  isTemporary,
  noVersions,
  toStoreError,
} from '#src/api-host/documents/s3-errors.ts';

const service = (status: number, code?: string) => new S3ServiceError('', status, code);
const hidden = (cause: Error) => new Error('no length', { cause });
const system = (code: string) => Object.assign(new Error('fetch failed'), { code });
const settings = {
  endpoint: 'https://s3.example',
  bucket: 'documents',
  region: 'x',
  prefix: '',
  accessKeyId: 'a',
  secretAccessKey: 's',
};

test('only what is absent is undefined, and only a service without versions has none', async () => {
  for (const code of ['NoSuchKey', 'NoSuchUpload', 'NoSuchVersion'])
    for (const error of [service(404, code), hidden(service(404, code))])
      assert.equal(await ifFound(Promise.reject(error)), undefined);
  for (const error of [service(404, 'NoSuchBucket'), service(403, 'AccessDenied'), new Error('x')])
    await assert.rejects(ifFound(Promise.reject(error)), error);
  assert.equal(noVersions(service(501, 'NotImplemented')), null);
  assert.throws(() => noVersions(service(501)), S3ServiceError);
});

test('a call is repeated after a temporary failure of the service or the network', () => {
  for (const status of [429, 500, 502, 503, 504])
    assert.ok(isTemporary(service(status)), `${status}`);
  for (const status of [400, 403, 404, 409, 501, 505, 507])
    assert.ok(!isTemporary(service(status)), `${status}`);
  for (const code of ['BadDigest', 'RequestTimeout'])
    assert.ok(isTemporary(service(400, code)), code);
  assert.ok(!isTemporary(service(400, 'InvalidPart')));
  assert.ok(isTemporary(hidden(service(503))));
  assert.ok(isTemporary(system('ECONNRESET')));
  assert.ok(isTemporary(hidden(system('UND_ERR_CONNECT_TIMEOUT'))));
  assert.ok(!isTemporary(new Error('a fault of our own')));
});

test('each failure names the setting to change, or what the service responded', () => {
  for (const [error, message, variable] of [
    [
      service(404, 'NoSuchBucket'),
      'DOCUMENTS_URL names the bucket documents, which https://s3.example does not have.',
      'DOCUMENTS_URL',
    ],
    [
      service(403, 'InvalidAccessKeyId'),
      'S3_ACCESS_KEY_ID is not known to https://s3.example.',
      'S3_ACCESS_KEY_ID',
    ],
    [
      service(403, 'SignatureDoesNotMatch'),
      'S3_SECRET_ACCESS_KEY is refused by https://s3.example; or S3_ACCESS_KEY_ID or S3_REGION is wrong.',
      'S3_SECRET_ACCESS_KEY',
    ],
    [
      service(400, 'AuthorizationHeaderMalformed'),
      'S3_REGION is not the region of the bucket documents.',
      'S3_REGION',
    ],
    [
      service(301, 'PermanentRedirect'),
      'S3_REGION is not the region of the bucket documents.',
      'S3_REGION',
    ],
    [
      hidden(service(403, 'AccessDenied')),
      'S3_ACCESS_KEY_ID may not read, write, list and delete objects, versions and uploads of the bucket documents.',
      'S3_ACCESS_KEY_ID',
    ],
    [
      service(501, 'NotImplemented'),
      'S3_ENDPOINT https://s3.example lacks a call that documents need (501).',
      undefined,
    ],
    [service(503, 'SlowDown'), 'https://s3.example responded 503 SlowDown.', undefined],
    [service(418), 'https://s3.example responded 418 418.', undefined],
    [
      system('ECONNREFUSED'),
      'S3_ENDPOINT https://s3.example cannot be reached (ECONNREFUSED).',
      undefined,
    ],
  ] as const) {
    const stored = toStoreError(error, settings);
    assert.ok(stored instanceof DocumentsUnavailableError);
    assert.deepEqual([stored.message, stored.variable], [message, variable]);
  }
});

test('a full bucket is a full disk', () => {
  for (const error of [service(507), service(403, 'QuotaExceeded')])
    assert.equal((toStoreError(error, settings) as NodeJS.ErrnoException).code, 'ENOSPC');
});

import type { Readable } from 'node:stream';
import { multipartBody } from '../../http/multipart.ts';
import type { ApplicantInfo } from '../model/application.ts';
import type { DocumentType } from '../model/options.ts';
import { type ApiHost, type CallOptions, callUrl, idempotencyKeyHeader, send } from './request.ts';

export interface DocumentUpload {
  readonly type: DocumentType;
  readonly filename: string;
  readonly contentType: string;
  /** Read as fast as the host takes it. Destroyed when the call ends before its end was read. */
  readonly body: Readable;
  /** In bytes; where known it becomes the request's content-length, and the body must keep to it. */
  readonly size?: number | undefined;
  readonly applicantInfo: ApplicantInfo;
  /** Whether this document completes the set of six. */
  readonly final: boolean;
}

/**
 * Section 7, POST uploadapplicantdocument: one document, streamed. The fields stand before the file, so that
 * a host which streams knows whose and what it is before the first byte (docs/decisions/051).
 * Ended after `timeoutMs` without progress, however long the whole takes: `timeout` when the host took
 * nothing, `source` when the body gave nothing.
 */
export async function uploadDocument(
  host: ApiHost,
  document: DocumentUpload,
  options: CallOptions = {},
): Promise<void> {
  const { type, filename, contentType, body, size, applicantInfo, final } = document;
  const { contentType: multipart, ...streamed } = multipartBody(
    {
      document_type: type,
      applicant_info: JSON.stringify(applicantInfo),
      ...(final ? { final_file: '1' } : {}),
    },
    { name: type, filename, contentType, body, size },
  );
  try {
    await send(host, {
      method: 'POST',
      url: callUrl(host, 'uploadapplicantdocument'),
      headers: { 'content-type': multipart, ...idempotencyKeyHeader(options) },
      body: streamed,
      signal: options.signal,
      limit: { kind: 'idle', ms: host.timeoutMs },
    });
  } finally {
    body.destroy();
  }
}

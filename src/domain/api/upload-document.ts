import type { ApplicantInfo } from '#src/domain/model/application.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { type FileToSend, multipartBody } from '#src/http/write-multipart.ts';
import { type ApiHost, type CallOptions, callUrl, requestJson } from './request.ts';

/** The call destroys `body` when it ends, even if it has not been read to the end. */
export interface DocumentUpload extends Omit<FileToSend, 'name'> {
  readonly type: DocumentType;
  readonly applicantInfo: ApplicantInfo;
  readonly final: boolean;
  /** Whether the document replaces another. Only our API host gets this field. */
  readonly replaces?: boolean;
}

/**
 * Section 7, POST uploadapplicantdocument: streams one document. The fields precede the file, so that a host can process
 * the file while it arrives (decision 004). The call fails after `documentTimeoutMs` without progress, whatever the total
 * time. The reason is `timeout` if the host stopped reading, and `source` if the body stopped providing data.
 */
export async function uploadDocument(
  host: ApiHost,
  { type, applicantInfo, final, replaces, ...file }: DocumentUpload,
  options: CallOptions = {},
): Promise<void> {
  const { contentType: multipart, ...streamed } = multipartBody(
    {
      document_type: type,
      applicant_info: JSON.stringify(applicantInfo),
      ...(final ? { final_file: '1' } : {}),
      ...(replaces && host.secret !== undefined ? { replace: '1' } : {}),
    },
    { name: type, ...file },
  );
  try {
    await requestJson(
      host,
      {
        method: 'POST',
        url: callUrl(host, 'api/uploadapplicantdocument'),
        headers: { 'content-type': multipart },
        body: streamed,
        timeout: { kind: 'idle', ms: host.documentTimeoutMs },
      },
      options,
    );
  } finally {
    file.body.destroy();
  }
}

import { texts } from '#language';
import { uploadHref } from '#src/addresses.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { jsonOrUndefined } from '#src/domain/model/json.ts';
import { isDocumentType } from '#src/domain/rules/documents/documents.ts';

/** A request is aborted when no byte was sent or received for this time, in milliseconds. */
const stallTimeoutMs = 60_000;

export interface SendResult {
  /** The documents of the application that the site has. */
  readonly received: readonly DocumentType[];
  readonly failure?: SendFailure | undefined;
}
export interface SendFailure {
  readonly message: string;
  /** The file was refused, this request failed, or every request would fail (offline, or no valid upload ticket). */
  readonly reason: 'file' | 'request' | 'offline' | 'ticket';
  /** No document of the application is taken or replaced any more. */
  readonly isOver?: true;
}

/**
 * Sends one document to the site (the parts of section 7) and reports the bytes sent. It uses XMLHttpRequest, because fetch
 * does not report upload progress. It never rejects.
 */
export function sendDocument(
  {
    type,
    file,
    joblistingid,
    applicantId,
  }: {
    readonly type: DocumentType;
    readonly file: File;
    readonly joblistingid: string;
    /** The application of the document, because another person may have applied to the opening in this browser. */
    readonly applicantId: string;
  },
  onProgress: (sentBytes: number, totalBytes: number) => void,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = (message: string, reason: 'request' | 'offline' = 'request') =>
      resolve({ received: [], failure: { message, reason } });
    let stallTimer = 0;
    const restartStallTimer = () => {
      window.clearTimeout(stallTimer);
      stallTimer = window.setTimeout(() => request.abort(), stallTimeoutMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      restartStallTimer();
      onProgress(loaded, total);
    };
    request.onloadend = () => window.clearTimeout(stallTimer);
    request.onabort = () => fail(texts().documents.stalled);
    request.onerror = () => fail(connectionMessage(), navigator.onLine ? 'request' : 'offline');
    request.onload = () => resolve(parseSendResult(request.status, request.responseText));

    const form = new FormData();
    form.set('applicant_id', applicantId);
    form.set('document_type', type);
    form.set(type, file);
    request.open('POST', uploadHref(joblistingid));
    request.setRequestHeader('accept', 'application/json');
    restartStallTimer();
    request.send(form);
  });
}

/** A proxy between browser and site may have sent a page of its own. */
export function parseSendResult(status: number, text: string): SendResult {
  const body = (jsonOrUndefined(text) ?? {}) as { message?: unknown; received?: unknown };
  const received = Array.isArray(body.received)
    ? body.received.map(String).filter(isDocumentType)
    : [];
  if (status === 200 && Array.isArray(body.received)) return { received };
  const message = typeof body.message === 'string' && body.message ? body.message : undefined;
  const fileRefused =
    status === 413 || status === 415 || (message !== undefined && [400, 409, 422].includes(status));
  const requestFailed = status === 403 ? 'ticket' : 'request';
  return {
    received,
    failure: {
      message: message ?? texts().form.messages.processingFailed,
      reason: fileRefused ? 'file' : requestFailed,
      ...(status === 409 && { isOver: true }),
    },
  };
}

/** Resolves with a message if the browser did not receive the upload ticket. Never rejects. */
export async function requestUploadTicket(href: string): Promise<string | undefined> {
  try {
    const response = await fetch(href, {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
    if (response.ok) return undefined;
    return parseSendResult(response.status, await response.text()).failure?.message;
  } catch {
    return connectionMessage();
  }
}

function connectionMessage(): string {
  const { connectionBroke, offline } = texts().documents;
  return navigator.onLine ? connectionBroke : offline;
}

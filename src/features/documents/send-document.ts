import { messages } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { isDocumentType } from '#src/domain/rules/documents.ts';

/** How long not one byte may move, either way, before a try is given up. */
const stalledMs = 60_000;

export type SendResult =
  | { readonly ok: true; readonly received: readonly DocumentType[]; readonly complete: boolean }
  | {
      readonly ok: false;
      readonly message: string;
      /** The file itself was turned down: other files may fare better. Otherwise the way is broken. */
      readonly fileAtFault: boolean;
      readonly received: readonly DocumentType[];
    };

/**
 * Sends one document to the site (section 7's parts), telling how many bytes are on the wire. XMLHttpRequest,
 * because fetch tells nothing of what it has sent. Never rejects.
 */
export function sendDocument(
  document: { readonly type: DocumentType; readonly file: File; readonly joblistingid: string },
  onProgress: (sent: number, total: number) => void,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const broken = (message: string) =>
      resolve({ ok: false, message, fileAtFault: false, received: [] });
    let stalled = 0;
    const alive = () => {
      window.clearTimeout(stalled);
      stalled = window.setTimeout(() => request.abort(), stalledMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      alive();
      onProgress(loaded, total);
    };
    request.onloadend = () => window.clearTimeout(stalled);
    request.onabort = () => broken('The connection stood still for a minute. Please try again.');
    request.onerror = () =>
      broken(
        navigator.onLine
          ? 'The connection broke. Please try again.'
          : 'You are offline. This document is sent when you are connected again.',
      );
    request.onload = () => resolve(resultOf(request.status, request.responseText));

    const form = new FormData();
    form.set('document_type', document.type);
    form.set(document.type, document.file);
    const opening = encodeURIComponent(document.joblistingid);
    request.open('POST', `/api/uploadapplicantdocument?joblistingid=${opening}`);
    request.setRequestHeader('accept', 'application/json');
    alive();
    request.send(form);
  });
}

/** Reads the site's answer; a proxy in between may have put its own page there. */
export function resultOf(status: number, text: string): SendResult {
  let body: { message?: unknown; received?: unknown; complete?: unknown } = {};
  try {
    body = JSON.parse(text) ?? {};
  } catch {
    // No JSON: the status has to do.
  }
  const received = Array.isArray(body.received)
    ? body.received.filter((type): type is DocumentType => isDocumentType(String(type)))
    : [];
  if (status === 200 && Array.isArray(body.received))
    return { ok: true, received, complete: body.complete === true };
  const said = typeof body.message === 'string' && body.message !== '' ? body.message : undefined;
  return {
    ok: false,
    message: said ?? messages.processingFailed,
    fileAtFault: status === 413 || status === 415 || (status === 400 && said !== undefined),
    received,
  };
}

import { createStore } from 'zustand/vanilla';
import { texts } from '#language';
import { submissionHref } from '#src/addresses.ts';
import { noteApplication } from '#src/browser/application-records.ts';
import { submissionStatus } from '#src/browser/submission-status.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { endsOfBlob } from '#src/domain/rules/documents/file-ends.ts';
import { isEncrypted } from '#src/domain/rules/documents/file-formats.ts';
import { fill } from '#src/language/format.ts';
import { checkFile } from './check-document.ts';
import { requestUploadTicket, type SendResult, sendDocument } from './document-requests.ts';
import { documentsWhere, isRefused, isUnsent, rowFile } from './document-rows.ts';
import type { UploadOutcome } from './upload-outcome.ts';
import {
  type DocumentsApplication,
  initialState,
  type UploadEvent,
  uploadReducer,
} from './upload-state.ts';

export interface UploadControllerOptions {
  readonly application: DocumentsApplication;
  readonly maxBytes: number;
  readonly outcome?: UploadOutcome | undefined;
  /** This browser did not get the upload ticket by applying, and requests it at this address. */
  readonly ticketHref?: string | undefined;
  readonly requests?: typeof siteRequests;
}
const siteRequests = { sendDocument, submissionStatus, requestUploadTicket };

export type UploadController = ReturnType<typeof createUpload>;

/**
 * All documents are checked again before the first is sent: nothing is sent while a chosen file has a wrong type or
 * size (contract, decision 12). A document that the host refuses does not stop the others.
 */
export function createUpload({
  application,
  maxBytes,
  outcome,
  ticketHref,
  requests = siteRequests,
}: UploadControllerOptions) {
  const { joblistingid, applicantId, submissionId, companyId, received } = application;
  const infected = received.flatMap(({ type, isInfected }) => (isInfected ? [type] : []));
  const store = createStore(() => initialState(application, outcome));

  function dispatch(event: UploadEvent): void {
    store.setState(uploadReducer(store.getState(), event), true);
    const { run, rows } = store.getState();
    if (run.state === 'waiting' && !run.documents.some((type) => rows[type].state === 'preparing'))
      void send(run.documents);
  }

  /** Resolves with the reason why this browser gets no upload ticket. Each run requests it: the browser may lose it. */
  const requestTicket = async () =>
    ticketHref === undefined ? undefined : requests.requestUploadTicket(ticketHref);

  async function sendOne(documentType: DocumentType, file: File): Promise<SendResult> {
    const onProgress = (sent: number, total: number) =>
      dispatch({ type: 'progress', documentType, sent, total });
    onProgress(0, file.size);
    const result = await requests.sendDocument(
      { type: documentType, file, joblistingid, applicantId },
      onProgress,
    );
    const { received: documents, ok } = result;
    dispatch({ type: 'received', documents, ...(ok && { sent: documentType }) });
    if (result.ok) return result;
    // A file that changed on the disk while it was sent fails like a connection.
    const { error } = await checkFile(documentType, file, maxBytes);
    const failed = error ? 'file' : result.failed;
    // The site refuses another ticket after an erasure or a withdrawal; otherwise the browser has not kept the cookie.
    const reason =
      failed === 'ticket' && ticketHref !== undefined
        ? ((await requestTicket()) ?? texts().documents.ticketRefused)
        : undefined;
    const message = error?.message ?? reason ?? result.message;
    dispatch({
      type: 'failed',
      documents: [documentType],
      message,
      ...(failed !== 'file' && { resend: true }),
      ...(result.isOver && { isOver: true }),
    });
    return { ...result, failed, message };
  }

  /** Two failed requests in a row, or one which means that all would fail, end the loop. */
  async function sendInOrder(documents: readonly DocumentType[]): Promise<void> {
    let failedRequests = 0;
    for (const [index, documentType] of documents.entries()) {
      const file = rowFile(store.getState().rows[documentType]);
      if (!file) continue;
      const result = await sendOne(documentType, file);
      if (result.ok || result.failed === 'file') {
        failedRequests = 0;
        continue;
      }
      failedRequests += 1;
      if (failedRequests < 2 && result.failed === 'request') continue;
      const message = result.failed === 'request' ? texts().documents.notSent : result.message;
      dispatch({ type: 'failed', documents: documents.slice(index + 1), message, resend: true });
      return;
    }
  }

  async function send(documents: readonly DocumentType[]): Promise<void> {
    dispatch({ type: 'started' });
    const valid: DocumentType[] = [];
    let isStopped = false;
    for (const documentType of documentsWhere(store.getState().rows, isUnsent)) {
      const row = store.getState().rows[documentType];
      const file = rowFile(row);
      if (isRefused(row)) isStopped = true;
      else if (file || documents.includes(documentType)) {
        const checked = await checkFile(documentType, file, maxBytes);
        dispatch({ type: 'checked', documentType, file, ...checked });
        if (checked.error) isStopped ||= checked.error.stopsUpload;
        else if (documents.includes(documentType)) valid.push(documentType);
      }
    }
    if (!isStopped && valid.length > 0) {
      const refusal = await requestTicket();
      if (refusal === undefined) await sendInOrder(valid);
      else dispatch({ type: 'failed', documents: valid, message: refusal, resend: true });
    }
    dispatch({ type: 'ended' });
    // The browser has the upload ticket now.
    if (ticketHref !== undefined) void refresh();
  }

  /** Asks the site which documents have arrived. Without an answer the rows stay as they are. */
  async function refresh(): Promise<void> {
    const status = await requests
      .submissionStatus(submissionHref(joblistingid, submissionId))
      .catch(() => undefined);
    if (status?.applicantId !== applicantId) return;
    if (companyId !== undefined) noteApplication(companyId, status);
    // The site does not know which documents the scan has found to be infected.
    const documents = status.received.filter((type) => !infected.includes(type));
    dispatch({ type: 'refreshed', documents, until: status.until, needed: status.needed });
  }

  const submit = (documents: readonly DocumentType[]) => dispatch({ type: 'submitted', documents });

  return {
    store: store as Pick<typeof store, 'getState' | 'getInitialState' | 'subscribe'>,

    refresh,

    /** Checks the file at once, so that the visitor replaces a wrong one before the others are sent. */
    async choose(documentType: DocumentType, file: File | undefined): Promise<void> {
      dispatch({ type: 'chosen', documentType, file });
      if (!file) return;
      const [checked, isFileEncrypted] = await Promise.all([
        checkFile(documentType, file, maxBytes),
        endsOfBlob(file).then(isEncrypted, () => false),
      ]);
      const found = { ...checked, isEncrypted: isFileEncrypted };
      dispatch({ type: 'checked', documentType, file, ...found });
    },

    /** The page had files for these documents before it was loaded again. */
    reportLost: (documents: readonly DocumentType[]): void => dispatch({ type: 'lost', documents }),

    refuseSeveral(documentType: DocumentType, count: number): void {
      const message = fill(texts().documents.severalDropped, { count });
      dispatch({ type: 'several-dropped', documentType, message });
    },

    prepare: (documentType: DocumentType, isStarted: boolean): void =>
      dispatch({ type: isStarted ? 'preparing' : 'prepared', documentType }),

    sendAll: (): void => submit(documentsWhere(store.getState().rows, isUnsent)),
    sendOne: (documentType: DocumentType): void => submit([documentType]),

    resend: (): void =>
      submit(documentsWhere(store.getState().rows, (row) => row.state === 'failed' && row.resend)),
  };
}

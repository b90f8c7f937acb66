import { submissionStatus } from '#src/domain/api/submission-status.ts';
import { type DocumentType, documentLabel } from '#src/domain/model/document-types.ts';
import { issueMessage } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import { documentOrder, sizeNotice, validateDocument } from '#src/domain/rules/documents.ts';
import { contentErrorMessage, contentHeadBytes } from '#src/domain/rules/file-content.ts';
import { requestUploadRight, type SendResult, sendDocument } from './document-requests.ts';
import {
  documentsToResend,
  fileOf,
  initialRows,
  type ReceivedDocument,
  type RowAction,
  type Rows,
  rowsReducer,
  unsentDocuments,
} from './document-rows.ts';

/** A document that was not sent because the requests before it failed shows this message. */
const notSent = 'Not sent yet, because the documents before it did not arrive.';

export interface UploadState {
  readonly rows: Rows;
  /** `waiting` means that the upload begins when the pictures of `preparing` are ready. */
  readonly phase: 'idle' | 'waiting' | 'sending';
  readonly preparing: readonly DocumentType[];
  /** The documents that the last run could not send. Each run sets a new list. */
  readonly unsentTypes: readonly DocumentType[];
  /** The reasons why an upload without script failed, if the message is about no document. */
  readonly failures: readonly string[];
  /** The last event, for screen readers. */
  readonly announcement: string;
  /** The last day for documents, as text. */
  readonly until?: string | undefined;
  readonly completedHere: boolean;
}

/** The documents belong to this application. Another person may apply to the opening in another tab of this browser. */
export interface DocumentsApplication {
  readonly joblistingid: string;
  readonly applicantId: string;
  /** The random id of the site's record; undefined if the browser has no upload ticket. */
  readonly submissionId?: string | undefined;
  /** The documents that had arrived when the page was rendered. */
  readonly received: readonly ReceivedDocument[];
  /** The last day for documents, as text, if the page knows it. */
  readonly until?: string | undefined;
  /** Whether it was withdrawn and takes no more documents. */
  readonly isWithdrawn?: boolean;
}

/** The visitor was redirected to a page that shows this result of an upload without script. */
export interface UploadOutcome {
  /** Each message is shown at its field. */
  readonly errors: readonly { readonly field?: DocumentType; readonly message: string }[];
}

export interface UploadOptions {
  readonly application: DocumentsApplication;
  readonly maxBytes: number;
  readonly outcome?: UploadOutcome | undefined;
  /** This browser does not have the upload ticket yet, and requests it at this address. */
  readonly rightHref?: string | undefined;
  readonly requests?: {
    readonly sendDocument: typeof sendDocument;
    readonly submissionStatus: typeof submissionStatus;
    readonly requestUploadRight: typeof requestUploadRight;
  };
}

export type DocumentUpload = ReturnType<typeof createUpload>;

/**
 * Manages the documents of one accepted application. Each is checked when its file is chosen, and all are checked again
 * before the first is sent: nothing is sent while a chosen file has a wrong type or size (contract, decision 12). They are
 * sent one at a time, in order. A document that the host refuses does not stop the others. Documents received in an earlier
 * visit or another tab are shown as received.
 */
export function createUpload({
  application: { joblistingid, applicantId, submissionId, received, until },
  maxBytes,
  outcome = { errors: [] },
  rightHref,
  requests = { sendDocument, submissionStatus, requestUploadRight },
}: UploadOptions) {
  const infected = received.flatMap(({ type, isInfected }) => (isInfected ? [type] : []));
  const outcomes = outcome.errors.flatMap(({ field, message }) =>
    field ? [[field, message]] : [],
  );
  const messageOfOutcome = Object.fromEntries(outcomes);
  let state: UploadState = {
    rows: initialRows(received, messageOfOutcome),
    phase: 'idle',
    preparing: [],
    unsentTypes: documentOrder.filter((type) => messageOfOutcome[type] !== undefined),
    failures: outcome.errors.flatMap(({ field, message }) => (field ? [] : [message])),
    announcement: '',
    until,
    completedHere: false,
  };
  const listeners = new Set<() => void>();

  function change(changes: Partial<UploadState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }
  const dispatch = (action: RowAction) => change({ rows: rowsReducer(state.rows, action) });
  const announce = (documentType: DocumentType, message: string) =>
    change({ announcement: `${documentLabel(documentType)}: ${message}` });

  function setPreparing(preparing: readonly DocumentType[]): void {
    change({ preparing });
    if (state.phase === 'waiting' && preparing.length === 0) sendUnsent();
  }

  /** Once a document has arrived, even from another tab, its row no longer has the pictures that are being prepared. */
  function receive(documents: readonly DocumentType[]): void {
    dispatch({ type: 'received', documents });
    setPreparing(state.preparing.filter((type) => !documents.includes(type)));
  }

  /** The upload ticket is requested once, at the first choice of a file, and again only after a failure. */
  let right: Promise<string | undefined> | undefined;

  async function sendOne(documentType: DocumentType, file: File): Promise<SendResult> {
    const onProgress = (sent: number, total: number) =>
      dispatch({ type: 'progress', documentType, sent, total });
    onProgress(0, file.size);
    change({ announcement: `Sending ${documentLabel(documentType)}` });
    const result = await requests.sendDocument(
      { type: documentType, file, joblistingid, applicantId },
      onProgress,
    );
    receive(result.received);
    if (result.ok) {
      announce(documentType, messages.documentUploaded);
      change({ completedHere: unsentDocuments(state.rows).length === 0 });
      return result;
    }
    // A file that changed on the disk while it was sent fails like a connection.
    const error = await documentError(documentType, file, maxBytes);
    const message = error?.message ?? result.message;
    const failed = error ? 'file' : result.failed;
    // The browser may have lost the upload ticket: the next attempt requests another.
    if (failed === 'all') right = undefined;
    dispatch({ type: 'failed', documentType, message, resend: failed !== 'file' });
    announce(documentType, message);
    return { ...result, failed };
  }

  function requestRight(): Promise<string | undefined> {
    if (rightHref === undefined) return Promise.resolve(undefined);
    right ??= requests.requestUploadRight(rightHref).then((message) => {
      if (message !== undefined) right = undefined;
      return message;
    });
    return right;
  }

  /** Two failed requests in a row, or one which means that all would fail, end the loop. */
  async function sendInOrder(documents: readonly DocumentType[]): Promise<void> {
    let failedRequests = 0;
    for (const [index, documentType] of documents.entries()) {
      const file = fileOf(state.rows[documentType]);
      if (!file) continue;
      const result = await sendOne(documentType, file);
      if (result.ok || result.failed === 'file') {
        failedRequests = 0;
        continue;
      }
      failedRequests += 1;
      if (failedRequests < 2 && result.failed === 'request') continue;
      const message = result.failed === 'all' ? result.message : notSent;
      for (const later of documents.slice(index + 1))
        dispatch({ type: 'failed', documentType: later, message, resend: true });
      return;
    }
  }

  async function send(documents: readonly DocumentType[]): Promise<void> {
    if (state.phase === 'sending' || documents.length === 0) return;
    change({ phase: 'sending', failures: [] });
    const valid: DocumentType[] = [];
    let isStopped = false;
    for (const documentType of unsentDocuments(state.rows)) {
      const file = fileOf(state.rows[documentType]);
      if (!file && !documents.includes(documentType)) continue;
      const error = await documentError(documentType, file, maxBytes);
      dispatch({ type: 'checked', documentType, file, message: error?.message });
      if (error) isStopped ||= error.stopsUpload;
      else if (documents.includes(documentType)) valid.push(documentType);
    }
    const refusal = valid.length > 0 && !isStopped ? await requestRight() : undefined;
    if (refusal !== undefined)
      for (const documentType of valid)
        dispatch({ type: 'failed', documentType, message: refusal, resend: true });
    else if (!isStopped) await sendInOrder(valid);
    const unsent = unsentDocuments(state.rows);
    const unsentTypes = unsent.filter(
      (type) => documents.includes(type) || state.unsentTypes.includes(type),
    );
    change({ phase: 'idle', unsentTypes });
  }

  const sendUnsent = () => void send(unsentDocuments(state.rows));

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,

    /** Asks the site which documents have arrived. Without an answer the rows stay as they are. */
    async refresh(): Promise<void> {
      const status = await requests
        .submissionStatus(joblistingid, { submissionId })
        .catch(() => undefined);
      if (status?.applicantId !== applicantId) return;
      change({ until: status.until });
      // The site does not know which documents the scan has found to be infected.
      receive(status.received.filter((type) => !infected.includes(type)));
    },

    /** Checks the file at once, so that the visitor replaces a wrong one before the others are sent. */
    async choose(documentType: DocumentType, file: File | undefined): Promise<void> {
      dispatch({ type: 'choose', documentType, file });
      if (!file) return;
      void requestRight();
      const message = (await documentError(documentType, file, maxBytes))?.message;
      dispatch({ type: 'checked', documentType, file, message });
      const announced = message ?? sizeNotice(file.size);
      if (announced) announce(documentType, announced);
    },

    refuseSeveral(documentType: DocumentType, count: number): void {
      const message = `${count} files were dropped here. A document is one file, so none of them was chosen.`;
      dispatch({ type: 'checked', documentType, file: fileOf(state.rows[documentType]), message });
      announce(documentType, message);
    },

    prepare(documentType: DocumentType, isStarted: boolean): void {
      const otherTypes = state.preparing.filter((other) => other !== documentType);
      setPreparing(isStarted ? [...otherTypes, documentType] : otherTypes);
    },

    sendAll(): void {
      if (state.preparing.length === 0) sendUnsent();
      else if (state.phase === 'idle') change({ phase: 'waiting' });
    },

    sendOne: (documentType: DocumentType): void => void send([documentType]),

    /** Sends the documents that a failed connection stopped. */
    resend: (): void => void send(documentsToResend(state.rows)),
  };
}

interface DocumentError {
  readonly message: string;
  /** Whether the type or size of a chosen file is wrong. */
  readonly stopsUpload: boolean;
}

/** Returns the error of section 5 for one document: required, type by name, size, type by its first bytes. */
async function documentError(
  documentType: DocumentType,
  file: File | undefined,
  maxBytes: number,
): Promise<DocumentError | undefined> {
  const [issue] = validateDocument(documentType, file, maxBytes);
  if (issue) return { message: issueMessage(issue), stopsUpload: file !== undefined };
  if (!file) return undefined;
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, contentHeadBytes).arrayBuffer());
  } catch {
    // The file was moved, deleted or changed since the visitor chose it, or is stored in the cloud and not on the device.
    const message = `"${file.name}" cannot be read. It was moved or changed, or is not on this device. Please choose it again.`;
    return { message, stopsUpload: false };
  }
  const message = contentErrorMessage(documentType, file.name, head);
  return message === undefined ? undefined : { message, stopsUpload: true };
}

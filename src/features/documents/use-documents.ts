import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { issueMessage } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { documentOrder, sizeNotice, validateDocument } from '#src/domain/rules/documents.ts';
import { contentErrorMessage, contentHeadBytes } from '#src/domain/rules/file-content.ts';
import { submissionStatus } from '#src/submissions/submission-status.ts';
import { type SendResult, sendDocument } from './document-requests.ts';
import { fileOf, initialRows, labelOf, rowsReducer, unsentDocuments } from './document-rows.ts';

/** Milliseconds between 'Document uploaded' and the receipt, so that the message can be read. */
const receiptDelayMs = 1200;

/** The message of a document that was not sent because the requests before it failed. */
const notSent = 'Not sent yet, because the documents before it did not arrive.';

/**
 * The documents of one accepted application. Each is checked when its file is chosen, and all are checked again before
 * the first is sent: nothing is sent while a chosen file has a wrong type or size (contract, decision 12). They are sent
 * one at a time, in order. A document that the host refuses does not stop the others. Documents received in an earlier
 * visit or another tab are shown as received.
 */
export function useDocuments(
  joblistingid: string,
  maxBytes: number,
  received: readonly DocumentType[],
) {
  const [rows, dispatch] = useReducer(rowsReducer, initialRows, (empty) =>
    rowsReducer(empty, { type: 'received', documents: received }),
  );
  const [busy, setBusy] = useState(false);
  /** Documents whose pictures are being prepared. */
  const [preparing, setPreparing] = useState<readonly DocumentType[]>([]);
  /** The upload was asked for, and begins when they are ready. */
  const [isWaiting, setWaiting] = useState(false);
  const [left, setLeft] = useState<readonly DocumentType[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const [complete, setComplete] = useState(false);
  /** The last day for documents, as text. */
  const [until, setUntil] = useState<string>();
  /** Whether an upload of this page was the last one. */
  const [completedHere, setCompletedHere] = useState(false);
  /** Whose documents these are: another person may apply to the opening in another tab of this browser. */
  const applicantId = useRef<string>(undefined);
  const latestRows = useRef(rows);
  latestRows.current = rows;
  const running = useRef(false);
  /** Documents that a failed connection stopped: sent when the device is online again. */
  const waiting = useRef<readonly DocumentType[]>([]);

  const refresh = useCallback(async () => {
    // Without an answer the rows stay as they are.
    const status = await submissionStatus(joblistingid).catch(() => undefined);
    if (!status) return;
    applicantId.current ??= status.applicantId;
    if (status.applicantId !== applicantId.current) return;
    setUntil(status.until);
    dispatch({ type: 'received', documents: status.received });
    if (status.complete) setComplete(true);
  }, [joblistingid]);

  const sendOne = useCallback(
    async (documentType: DocumentType, file: File): Promise<SendResult> => {
      const onProgress = (sent: number, total: number) =>
        dispatch({ type: 'progress', documentType, sent, total });
      onProgress(0, file.size);
      setAnnouncement(`Sending ${labelOf(documentType)}`);
      const result = await sendDocument(
        { type: documentType, file, joblistingid, applicantId: applicantId.current },
        onProgress,
      );
      dispatch({ type: 'received', documents: result.received });
      if (result.ok) {
        setAnnouncement(`${labelOf(documentType)}: ${messages.documentUploaded}`);
        if (result.complete) setComplete(true);
        if (result.complete) setCompletedHere(true);
        return result;
      }
      // A file that changed on the disk while it was sent fails like a connection.
      const error = await documentError(documentType, file, maxBytes);
      const message = error?.message ?? result.message;
      dispatch({ type: 'failed', documentType, message });
      setAnnouncement(`${labelOf(documentType)}: ${message}`);
      return error === undefined ? result : { ...result, failed: 'file' };
    },
    [joblistingid, maxBytes],
  );

  /** Returns the documents that were not received. Two failed requests in a row, or one that fails all, end it. */
  const sendInOrder = useCallback(
    async (documents: readonly DocumentType[]): Promise<readonly DocumentType[]> => {
      const unsent: DocumentType[] = [];
      let failedRequests = 0;
      waiting.current = [];
      for (const [index, documentType] of documents.entries()) {
        const file = fileOf(latestRows.current[documentType]);
        if (!file) continue;
        const result = await sendOne(documentType, file);
        if (!result.ok) unsent.push(documentType);
        if (result.ok || result.failed === 'file') {
          failedRequests = 0;
          continue;
        }
        failedRequests += 1;
        waiting.current = [...waiting.current, documentType];
        if (failedRequests < 2 && result.failed === 'request') continue;
        const rest = documents.slice(index + 1);
        const message = result.failed === 'all' ? result.message : notSent;
        for (const later of rest) dispatch({ type: 'failed', documentType: later, message });
        waiting.current = [...waiting.current, ...rest];
        return [...unsent, ...rest];
      }
      return unsent;
    },
    [sendOne],
  );

  const send = useCallback(
    async (documents: readonly DocumentType[]) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      const valid: DocumentType[] = [];
      let isStopped = false;
      for (const documentType of unsentDocuments(latestRows.current)) {
        const file = fileOf(latestRows.current[documentType]);
        if (!file && !documents.includes(documentType)) continue;
        const error = await documentError(documentType, file, maxBytes);
        dispatch({ type: 'checked', documentType, file, message: error?.message });
        if (error) isStopped ||= error.stopsUpload;
        else if (documents.includes(documentType)) valid.push(documentType);
      }
      const unsent = isStopped ? [] : await sendInOrder(valid);
      const leftOf = (before: readonly DocumentType[]) =>
        documentOrder.filter((documentType) =>
          documents.includes(documentType)
            ? unsent.includes(documentType) || !valid.includes(documentType)
            : before.includes(documentType),
        );
      setLeft(leftOf);
      running.current = false;
      setBusy(false);
    },
    [maxBytes, sendInOrder],
  );

  const isPreparing = preparing.length > 0;
  useEffect(() => {
    if (!isWaiting || isPreparing) return;
    setWaiting(false);
    void send(unsentDocuments(latestRows.current));
  }, [isWaiting, isPreparing, send]);

  /** Checks the file at once, so that a wrong one is replaced before the others are sent. */
  async function choose(documentType: DocumentType, file: File | undefined): Promise<void> {
    dispatch({ type: 'choose', documentType, file });
    if (!file) return;
    const message = (await documentError(documentType, file, maxBytes))?.message;
    dispatch({ type: 'checked', documentType, file, message });
    const announced = message ?? sizeNotice(file.size);
    if (announced) setAnnouncement(`${labelOf(documentType)}: ${announced}`);
  }

  /** A row takes one file. */
  function refuseSeveral(documentType: DocumentType, count: number): void {
    const message = `${count} files were dropped here. A document is one file, so none of them was chosen.`;
    dispatch({ type: 'checked', documentType, file: fileOf(rows[documentType]), message });
    setAnnouncement(`${labelOf(documentType)}: ${message}`);
  }

  useEffect(() => {
    void refresh();
    const onVisible = () => document.visibilityState === 'visible' && void refresh();
    const onOnline = () => waiting.current.length > 0 && void send(waiting.current);
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onOnline);
    };
  }, [refresh, send]);

  useEffect(() => {
    if (!busy) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [busy]);

  const done = complete || unsentDocuments(rows).length === 0;
  useEffect(() => {
    if (!completedHere || busy) return;
    const timer = window.setTimeout(
      () => window.location.assign(receiptPath(joblistingid)),
      receiptDelayMs,
    );
    // A page that the browser keeps in its back/forward cache would continue with the timer.
    const cancel = () => window.clearTimeout(timer);
    window.addEventListener('pagehide', cancel);
    return () => {
      cancel();
      window.removeEventListener('pagehide', cancel);
    };
  }, [completedHere, busy, joblistingid]);

  return {
    rows,
    busy,
    done,
    until,
    completedHere,
    /** The documents that the last run could not send; a new list for each run. */
    left,
    /** The last event, for screen readers. */
    announcement,
    choose: (documentType: DocumentType, file: File | undefined) => void choose(documentType, file),
    refuseSeveral,
    preparing,
    isWaiting,
    prepare: (documentType: DocumentType, isStarted: boolean) =>
      setPreparing((before) => {
        const others = before.filter((other) => other !== documentType);
        return isStarted ? [...others, documentType] : others;
      }),
    sendAll: () => setWaiting(true),
    sendOne: (documentType: DocumentType) => void send([documentType]),
  };
}

/** The thank-you page with the receipt of the application to this opening. */
export const receiptPath = (joblistingid: string): string =>
  `/feedback?joblistingid=${encodeURIComponent(joblistingid)}`;

interface DocumentError {
  readonly message: string;
  /** The type or size of a chosen file is wrong. */
  readonly stopsUpload: boolean;
}

/** The error of section 5 for one document: required, type by name, size, type by its first bytes. */
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
    // Moved, deleted or changed since it was chosen, or stored in the cloud and not on the device.
    const message = `"${file.name}" cannot be read. It was moved or changed, or is not on this device. Please choose it again.`;
    return { message, stopsUpload: false };
  }
  const message = contentErrorMessage(documentType, file.name, head);
  return message === undefined ? undefined : { message, stopsUpload: true };
}

import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { issueMessage } from '#src/domain/model/issues.ts';
import { formatMessage, messages } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { validateDocument } from '#src/domain/rules/documents.ts';
import { contentErrorMessage, contentHeadBytes } from '#src/domain/rules/file-content.ts';
import { sendDocument, submissionStatus } from './document-requests.ts';
import { fileOf, initialRows, labelOf, rowsReducer, unsentDocuments } from './document-rows.ts';

/** Milliseconds between 'Document uploaded' and the receipt, so that the message can be read. */
const receiptDelayMs = 1200;

/**
 * The six documents of one accepted application. All are checked before the first is sent; they are sent one at a
 * time, in order, and each can be sent again. Documents received in an earlier visit or another tab are shown as
 * received.
 */
export function useDocuments(joblistingid: string, maxBytes: number) {
  const [rows, dispatch] = useReducer(rowsReducer, initialRows);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const [complete, setComplete] = useState(false);
  const latestRows = useRef(rows);
  latestRows.current = rows;
  const running = useRef(false);
  /** Documents that a failed connection stopped: sent when the device is online again. */
  const waiting = useRef<readonly DocumentType[]>([]);

  const refresh = useCallback(async () => {
    const status = await submissionStatus(joblistingid).catch(() => undefined);
    if (!status) return;
    dispatch({ type: 'received', documents: status.received });
    if (status.complete) setComplete(true);
  }, [joblistingid]);

  const sendInOrder = useCallback(
    async (documents: readonly DocumentType[]) => {
      waiting.current = [];
      for (const [index, document] of documents.entries()) {
        const file = fileOf(latestRows.current[document]);
        if (!file) continue;
        const onProgress = (sent: number, total: number) =>
          dispatch({ type: 'progress', document, sent, total });
        onProgress(0, file.size);
        setAnnouncement(`Sending ${labelOf(document)}`);
        const result = await sendDocument({ type: document, file, joblistingid }, onProgress);
        dispatch({ type: 'received', documents: result.received });
        if (result.ok) {
          setAnnouncement(`${labelOf(document)}: ${messages.documentUploaded}`);
          if (result.complete) setComplete(true);
          continue;
        }
        dispatch({ type: 'failed', document, message: result.message });
        setAnnouncement(`${labelOf(document)}: ${result.message}`);
        if (result.fileRefused) continue;
        waiting.current = documents.slice(index);
        return;
      }
    },
    [joblistingid],
  );

  const send = useCallback(
    async (documents: readonly DocumentType[]) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      const found = new Map<DocumentType, string>();
      for (const document of documents) {
        const error = await documentError(document, fileOf(latestRows.current[document]), maxBytes);
        if (error) found.set(document, error);
      }
      dispatch({ type: 'invalid', messages: found });
      setErrors([...found].map(([document, error]) => `${labelOf(document)}: ${error}`));
      if (found.size === 0) await sendInOrder(documents);
      running.current = false;
      setBusy(false);
    },
    [maxBytes, sendInOrder],
  );

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
    if (!done || busy) return;
    const timer = window.setTimeout(() => window.location.assign('/feedback'), receiptDelayMs);
    return () => window.clearTimeout(timer);
  }, [done, busy]);

  return {
    rows,
    busy,
    done,
    /** Why nothing was sent, for the dialog. */
    errors,
    dismissErrors: () => setErrors([]),
    /** The last event, for screen readers. */
    announcement,
    choose: (document: DocumentType, file: File | undefined) =>
      dispatch({ type: 'choose', document, file }),
    sendAll: () => void send(unsentDocuments(latestRows.current)),
    sendOne: (document: DocumentType) => void send([document]),
  };
}

/** The error message of section 5 for one document: required, type by name, size, type by its first bytes. */
async function documentError(
  document: DocumentType,
  file: File | undefined,
  maxBytes: number,
): Promise<string | undefined> {
  const [issue] = validateDocument(document, file, maxBytes);
  if (issue) return issueMessage(issue);
  if (!file) return undefined;
  try {
    const head = new Uint8Array(await file.slice(0, contentHeadBytes).arrayBuffer());
    const error = contentErrorMessage(document, file.name, head);
    if (error === undefined || head.length === 0) return error;
    return `${formatMessage('invalidFileType', { field: document })}: ${error}`;
  } catch {
    // The file was moved, deleted or changed since it was chosen.
    return `"${file.name}" can no longer be read. Please choose it again.`;
  }
}

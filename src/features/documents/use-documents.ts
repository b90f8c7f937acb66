import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDelayedNavigation, useWindowEvent } from '#src/browser/page-events.ts';
import { fileOf, unsentDocuments } from './document-rows.ts';
import { createUpload, type UploadOptions } from './document-upload.ts';

/** 'Document uploaded' is shown for this time, in milliseconds, before the receipt opens, so that people can read it. */
const receiptDelayMs = 1200;

/**
 * Connects `createUpload` with the page: other tabs, the connection, leaving the page, and the receipt after the last
 * document if the receipt is another page.
 */
export function useDocuments(options: UploadOptions, receipt: string | undefined) {
  const [upload] = useState(() => createUpload(options));
  const state = useSyncExternalStore(upload.subscribe, upload.getState, upload.getState);
  const isSending = state.phase === 'sending';

  useEffect(() => {
    void upload.refresh();
  }, [upload]);
  useWindowEvent('online', upload.resend);
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible') void upload.refresh();
  });

  // The visitor would lose a chosen file or a photographed page, even if they come back.
  const hasUnsent =
    state.preparing.length > 0 ||
    unsentDocuments(state.rows).some((type) => fileOf(state.rows[type]));
  useEffect(() => {
    if (!hasUnsent) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [hasUnsent]);

  const isFinished = state.completedHere && !isSending;
  useDelayedNavigation(isFinished ? receipt : undefined, receiptDelayMs);

  return { state, upload };
}

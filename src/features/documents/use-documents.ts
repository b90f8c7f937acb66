import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { chosenDocuments } from '#src/browser/application-records.ts';
import { useForgotten } from '#src/browser/forgotten.ts';
import { useDelayedNavigation, useWindowEvent } from '#src/browser/page-events.ts';
import { forgottenHere } from '#src/browser/storage.ts';
import { limits } from '#src/domain/model/limits.ts';
import { isDocumentType } from '#src/domain/rules/documents/documents.ts';
import { createUpload, type UploadOptions } from './document-upload.ts';
import { documentsWhere, isFilled } from './upload-state.ts';

/** After the last document the page at the address `receipt` opens, if there is one. */
export function useDocuments(options: UploadOptions, receipt: string | undefined) {
  const [upload] = useState(() => createUpload(options));
  const state = useStore(upload);

  const { applicantId } = options.application;
  useEffect(() => {
    const documents = chosenDocuments.read(applicantId)?.filter(isDocumentType) ?? [];
    upload.dispatch({ type: 'lost', documents });
    void upload.refresh();
  }, [upload, applicantId]);
  useWindowEvent('online', () => upload.dispatch({ type: 'online' }));
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible') void upload.refresh();
  });

  // The visitor would lose a chosen file or a photographed page, even if they come back.
  const chosen = documentsWhere(state, isFilled);
  const hasChosen = chosen.length > 0;
  useEffect(() => {
    if (!hasChosen) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      // After 'Forget me on this device' the page is loaded again without a question.
      if (forgottenHere.read() === undefined) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [hasChosen]);

  // The tab stores which documents had a file, so that the page can name them after a reload.
  const lost = documentsWhere(state, (row) => row.state === 'lost');
  const stored = [...chosen, ...lost].join(' ');
  useEffect(
    () => void chosenDocuments.write(stored.split(' '), applicantId),
    [stored, applicantId],
  );
  useForgotten(() => chosenDocuments.remove(applicantId));

  useDelayedNavigation(
    state.run.state === 'completed' ? receipt : undefined,
    limits.receiptDelayMs,
  );

  return { state, upload };
}

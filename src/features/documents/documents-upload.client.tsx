'use client';

import { type FormEvent, useSyncExternalStore } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { fieldId } from '#src/components/form/field-id.ts';
import { SectionOverlay } from '#src/components/overlay/loading-screen.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { DocumentRow } from './document-row.tsx';
import { documentsIn, labelOf } from './document-rows.ts';
import styles from './documents-upload.module.css';
import { useDocuments } from './use-documents.ts';

/**
 * Section 4, steps 4 to 6: the six documents of an accepted application. Without JavaScript it is one multipart
 * form to the same address (section 7).
 */
export function DocumentsUpload({
  joblistingid,
  maxBytes,
}: {
  joblistingid: string;
  maxBytes: number;
}) {
  const documents = useDocuments(joblistingid, maxBytes);
  const { rows, busy, done } = documents;
  const hydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const receivedCount = documentsIn(rows, 'received').length;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    documents.sendAll();
  }

  return (
    <form
      className={styles.form}
      method="post"
      encType="multipart/form-data"
      action={`/api/uploadapplicantdocument?joblistingid=${encodeURIComponent(joblistingid)}`}
      onSubmit={onSubmit}
      noValidate
    >
      <h2 className={styles.title}>Your documents</h2>
      <p className={styles.intro}>
        Six files, one at a time. Those that arrive stay arrived: you can close this page and come
        back within a week to send the rest.
        {hydrated ? ' Choose a file for each, or drop it onto its row.' : ''}
      </p>
      {documentsIn(rows, 'sending').length > 0 ? (
        <SectionOverlay message={`Sending your documents… ${receivedCount} of 6 have arrived.`} />
      ) : null}
      <ul className={styles.rows}>
        {documentOrder.map((document) => (
          <DocumentRow
            key={document}
            document={document}
            row={rows[document]}
            busy={busy}
            onChoose={(file) => documents.choose(document, file)}
            onRetry={() => documents.sendOne(document)}
          />
        ))}
      </ul>
      {done ? (
        <Alert tone="success" title={messages.documentUploaded}>
          <p>
            All six documents have arrived. <a href="/feedback">On to your receipt</a>
          </p>
        </Alert>
      ) : (
        <div className={styles.end}>
          {hydrated ? <p className={styles.file}>{receivedCount} of 6 have arrived.</p> : null}
          {/* The row of a failed document may be outside the viewport. */}
          {documentsIn(rows, 'failed').map((document) => (
            <a key={document} className={styles.failed} href={`#${fieldId(document)}`}>
              {labelOf(document)} did not get through
            </a>
          ))}
          <Button type="submit" disabled={busy}>
            Upload documents
          </Button>
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{documents.announcement}</span>
      </VisuallyHidden>
      <MessageDialog
        open={documents.errors.length > 0}
        title={messages.uploadErrorTitle}
        onClose={documents.dismissErrors}
      >
        <ul className={styles.errors}>
          {documents.errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      </MessageDialog>
    </form>
  );
}

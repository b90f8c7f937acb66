'use client';

import { type FormEvent, useSyncExternalStore } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { fieldId } from '#src/components/form/field-id.ts';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { documentOrder } from '#src/domain/rules/documents.ts';
import { DocumentRow } from './document-row.tsx';
import { labelOf } from './document-rows.ts';
import styles from './documents-form.module.css';
import { useDocuments } from './use-documents.ts';

/** The six documents. Without script it is one multipart form to the same address (section 7). */
export function DocumentsUpload({
  joblistingid,
  maxBytes,
}: {
  joblistingid: string;
  maxBytes: number;
}) {
  const documents = useDocuments(joblistingid, maxBytes);
  const { rows, busy, done } = documents;
  const scripted = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const failed = documentOrder.filter((type) => rows[type].state === 'failed');
  const arrived = documentOrder.filter((type) => rows[type].state === 'done').length;

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
        {scripted ? ' Choose a file for each, or drop it onto its row.' : ''}
      </p>
      <ul className={styles.rows}>
        {documentOrder.map((type) => (
          <DocumentRow
            key={type}
            type={type}
            row={rows[type]}
            busy={busy}
            onChoose={(file) => documents.choose(type, file)}
            onRetry={() => documents.sendOne(type)}
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
          {scripted ? <p className={styles.file}>{arrived} of 6 have arrived.</p> : null}
          {/* Whoever pressed the button may not see the row it is about. */}
          {failed.map((type) => (
            <a key={type} className={styles.failed} href={`#${fieldId(type)}`}>
              {labelOf(type)} did not get through
            </a>
          ))}
          <Button type="submit" disabled={busy}>
            Upload documents
          </Button>
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{documents.said}</span>
      </VisuallyHidden>
      <MessageDialog
        open={documents.problems.length > 0}
        title={messages.uploadErrorTitle}
        onClose={documents.forgetProblems}
      >
        <ul className={styles.problems}>
          {documents.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </MessageDialog>
    </form>
  );
}

import { useEffect, useRef } from 'react';
import { texts } from '#language';
import { classNames } from '#src/components/class-names.ts';
import { fieldId } from '#src/components/form/field-id.ts';
import { Icon } from '#src/components/icon/icon.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { fill } from '#src/language/format.ts';
import { AfterButton } from './after-button.tsx';
import type { DocumentHelp } from './document-help.ts';
import { documentLabel, formatBytes, labeledMessage } from './document-texts.ts';
import type { Upload } from './document-upload.ts';
import styles from './documents-upload.module.css';
import { FileChoice, NameAndSize } from './file-choice.tsx';
import { useDropTarget } from './file-drops.ts';
import { NoteDocument } from './photos/note-document.tsx';
import {
  isFilled,
  isReadOnly,
  progressOf,
  type Row,
  type UploadProgress,
  type UploadState,
} from './upload-state.ts';

export function DocumentRow({
  documentType,
  help,
  applicant,
  state,
  dragging,
  upload,
}: {
  documentType: DocumentType;
  help: DocumentHelp[DocumentType];
  applicant: string | undefined;
  state: UploadState;
  dragging: boolean;
  upload: Upload;
}) {
  const { replace, replaceHint } = texts().documents;
  const row = state.rows[documentType];
  const { arrived, file, message } = row;
  const progress = progressOf(state);
  const isSending = progress?.documentType === documentType;
  const hasArrived = arrived !== undefined && !isFilled(row);
  const readOnly = isReadOnly(row, state.mayReplace);
  const enabled = !readOnly && state.run.state !== 'sending';
  const choose = (chosen: File | undefined) => upload.choose(documentType, chosen);
  const drop = useDropTarget(enabled, (files) => {
    const count = files.length;
    if (count > 1) upload.dispatch({ type: 'several-dropped', documentType, count });
    else choose(files[0]);
  });
  const dragged = dragging && drop.isOver;
  const fileChoice = <FileChoice {...{ documentType, state, enabled, dragged, upload }} />;
  return (
    <li
      className={classNames(styles.row, dragged && styles.dragged)}
      data-document={documentType}
      data-state={isSending ? 'sending' : hasArrived ? 'received' : row.state}
      {...drop.handlers}
    >
      {arrived ? <ArrivedFile documentType={documentType} row={row} /> : fileChoice}
      {readOnly && message ? (
        <p className="note" id={fieldId(documentType)} tabIndex={-1}>
          {message}
        </p>
      ) : null}
      {arrived && !readOnly ? (
        <details className={styles.replace} open={isFilled(row) || message !== undefined}>
          <summary className="unfolds">
            <span>{replace}</span>
            <AfterButton documentType={documentType} />
          </summary>
          <p>{replaceHint}</p>
          {fileChoice}
        </details>
      ) : null}
      {help && !arrived ? (
        <NoSuchDocument
          documentType={documentType}
          help={help}
          applicant={applicant}
          file={file}
          onMake={choose}
        />
      ) : null}
      {isSending ? <SentBytes {...progress} /> : null}
    </li>
  );
}

function ArrivedFile({ documentType, row }: { documentType: DocumentType; row: Row }) {
  const { file, details } = row.arrived ?? {};
  return (
    <>
      <p className={styles.label}>{documentLabel(documentType)}</p>
      {file || details ? (
        <p className={`note ${styles.file}`}>{file ? <NameAndSize file={file} /> : details}</p>
      ) : null}
      {isFilled(row) ? null : (
        <p className={styles.received}>
          <Icon name="check-circle" />{' '}
          <VisuallyHidden>{labeledMessage(documentType, '')}</VisuallyHidden>
          {texts().documents.messages.documentUploaded}
        </p>
      )}
    </>
  );
}

/** Tells a visitor who does not have the document what to send, and offers to make a note as its file. */
function NoSuchDocument({
  documentType,
  help,
  applicant,
  file,
  onMake,
}: {
  documentType: DocumentType;
  help: NonNullable<DocumentHelp[DocumentType]>;
  applicant: string | undefined;
  file: File | undefined;
  onMake: (note: File) => void;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const note = useRef<File>(null);
  // When another file is chosen, the note is folded.
  useEffect(() => {
    if (file && file !== note.current && details.current) details.current.open = false;
  }, [file]);
  return (
    <details ref={details} className={styles.help} open={!help.isNeeded}>
      <summary className="unfolds">
        <span>{texts().documents.haveNone}</span>
        <AfterButton documentType={documentType} />
      </summary>
      <p>{help.text}</p>
      {documentType === 'passport' ? null : (
        <NoteDocument
          documentType={documentType}
          applicant={applicant}
          file={file}
          onMake={(made) => {
            note.current = made;
            onMake(made);
          }}
        />
      )}
    </details>
  );
}

function SentBytes({ documentType, sentBytes, totalBytes }: UploadProgress) {
  const { documents: text } = texts();
  const bar = useRef<HTMLProgressElement>(null);
  // The document that is being sent stays in view below the progress of all documents.
  useEffect(() => void bar.current?.closest('li')?.scrollIntoView({ block: 'nearest' }), []);
  const progress = { sent: formatBytes(sentBytes), total: formatBytes(totalBytes) };
  return (
    <>
      <progress
        ref={bar}
        className={styles.progress}
        max={Math.max(totalBytes, 1)}
        value={sentBytes}
        aria-label={fill(text.bytesSent, { label: documentLabel(documentType) })}
      />
      <p className="note">
        {sentBytes >= totalBytes && totalBytes > 0
          ? text.confirming
          : fill(text.progress, progress)}
      </p>
    </>
  );
}

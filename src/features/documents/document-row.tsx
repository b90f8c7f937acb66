import { useEffect, useEffectEvent, useRef } from 'react';
import { texts } from '#language';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Button } from '#src/components/button/button.tsx';
import { classNames } from '#src/components/class-names.ts';
import { fieldId } from '#src/components/form/field-id.ts';
import { FileField } from '#src/components/form/file-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { extensionsFor, withoutControls } from '#src/domain/rules/documents/documents.ts';
import { fill } from '#src/language/format.ts';
import { AfterButton } from './after-button.tsx';
import type { DocumentHelp } from './document-help.ts';
import { documentLabel, fileRequirements, formatBytes, labeledMessage } from './document-texts.ts';
import type { Upload } from './document-upload.ts';
import styles from './documents-upload.module.css';
import { useDropTarget } from './file-drops.ts';
import { NoteDocument } from './photos/note-document.tsx';
import { PhotoDocument } from './photos/photo-document.tsx';
import {
  isFilled,
  isReadOnly,
  progressOf,
  type Row,
  sameFile,
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
  const item = useRef<HTMLLIElement>(null);
  const { replace, replaceHint, newFile, dropHere } = texts().documents;
  const label = documentLabel(documentType);
  const row = state.rows[documentType];
  const { arrived, file, message } = row;
  const progress = progressOf(state);
  const isSending = progress?.documentType === documentType;
  const hasArrived = arrived !== undefined && !isFilled(row);
  const busy = state.run.state === 'sending';
  const readOnly = isReadOnly(row, state.mayReplace);
  const enabled = !readOnly && !busy;
  const notices = noticesOf(state, documentType);
  const noticeId = `${fieldId(documentType)}-notice`;
  const withPictures = useHydrated() && upload.withPictures;
  const choose = (chosen: File | undefined) => upload.choose(documentType, chosen);
  const [input, showFile] = useFileInput(row, select);

  function select(selected: File | undefined) {
    // Pictures stay the document when the browser empties its field, for example because the visitor canceled its dialog.
    if (selected || !row.photos?.pages.length) choose(selected);
    showFile(upload.getState().rows[documentType].file);
  }
  const drop = useDropTarget(enabled, (files) => {
    const count = files.length;
    if (count > 1) upload.dispatch({ type: 'several-dropped', documentType, count });
    else select(files[0]);
  });
  const dragged = dragging && drop.isOver;

  /** The pressed button is gone afterwards, and so is the field of a document that has arrived. */
  function leaveOut() {
    choose(undefined);
    (item.current?.querySelector('summary') ?? input.current)?.focus();
  }

  const editor = (
    <>
      <FileField
        ref={input}
        name={documentType}
        label={arrived ? fill(newFile, { label }) : label}
        hint={dragged ? fill(dropHere, { label }) : fileRequirements(documentType)}
        accept={extensionsFor(documentType)
          .map((extension) => `.${extension}`)
          .join(',')}
        error={message}
        aria-describedby={notices ? noticeId : undefined}
        chosen={file ? <NameAndSize file={file} /> : null}
        disabled={!enabled}
        onChange={({ target }) => select(target.files?.[0])}
      />
      {notices ? (
        <p className="note" id={noticeId}>
          {notices}
        </p>
      ) : null}
      {row.state === 'failed' ? (
        <Button
          variant="secondary"
          aria-disabled={busy || undefined}
          onClick={() => upload.dispatch({ type: 'submitted', documentType })}
        >
          {texts().form.tryAgain}
          <AfterButton documentType={documentType} />
        </Button>
      ) : null}
      {row.state === 'refused' || (arrived && file && enabled) ? (
        <Button variant="plain" onClick={leaveOut}>
          <span>{texts().documents.leaveOut}</span>
          <AfterButton documentType={documentType} />
        </Button>
      ) : null}
      {withPictures ? (
        <PhotoDocument
          documentType={documentType}
          row={row}
          disabled={!enabled}
          dispatch={(action) => upload.dispatch({ type: 'photos', documentType, action })}
        />
      ) : null}
    </>
  );

  return (
    <li
      ref={item}
      className={classNames(styles.row, dragged && styles.dragged)}
      data-document={documentType}
      data-state={isSending ? 'sending' : hasArrived ? 'received' : row.state}
      {...drop.handlers}
    >
      {arrived ? <ArrivedFile documentType={documentType} row={row} /> : null}
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
          {editor}
        </details>
      ) : null}
      {arrived ? null : editor}
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

/** Returns what the visitor should know of a file that the site takes. */
function noticesOf(state: UploadState, documentType: DocumentType): string {
  const other = sameFile(state, documentType);
  const isTwice = other && fill(texts().documents.sameFile, { label: documentLabel(other) });
  return [state.rows[documentType].notice, isTwice].filter(Boolean).join(' ');
}

function useFileInput({ file, message }: Row, select: (selected: File | undefined) => void) {
  const input = useRef<HTMLInputElement>(null);
  // The visitor may have chosen a file before hydration.
  const selectFirst = useEffectEvent(() => select(input.current?.files?.[0]));
  useEffect(() => {
    if (input.current?.files?.length) selectFirst();
  }, []);
  function showFile(shown: File | undefined) {
    if (!input.current || input.current.files?.[0] === shown) return;
    const files = new DataTransfer();
    if (shown) files.items.add(shown);
    input.current.files = files.files;
  }
  // The field contains the document, even if it was made of pictures, dropped, or chosen with others.
  const showRow = useEffectEvent(showFile);
  useEffect(() => showRow(file), [file]);
  // A browser reports no change when the same file is chosen again, although it may be another version of it.
  useEffect(() => {
    if (message !== undefined && input.current) input.current.value = '';
  }, [message]);
  return [input, showFile] as const;
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

/** Tells a visitor who does not have the document what to send; the note is a file that says so. */
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
  // Another file folds the note away.
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

const NameAndSize = ({ file }: { file: File }) => (
  <>
    <span className={styles.name} dir="auto">
      {withoutControls(file.name)}
    </span>{' '}
    <span className={`note ${styles.size}`}>{formatBytes(file.size)}</span>
  </>
);

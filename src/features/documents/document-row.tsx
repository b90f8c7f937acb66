import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { texts } from '#language';
import { Button } from '#src/components/button/button.tsx';
import { classNames } from '#src/components/class-names.ts';
import { fieldId } from '#src/components/form/field-id.ts';
import { FileField } from '#src/components/form/file-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { extensionsFor, withoutControls } from '#src/domain/rules/documents/documents.ts';
import { fill } from '#src/language/format.ts';
import type { DocumentHelp } from './document-help.ts';
import { isFinal, type Row, sameFile } from './document-rows.ts';
import {
  documentLabel,
  fileRequirements,
  formatBytes,
  labeledMessage,
  sizeNotice,
} from './document-texts.ts';
import type { UploadController } from './document-upload.ts';
import styles from './documents-upload.module.css';
import { NoteDocument } from './photos/note-document.tsx';
import { PhotoDocument } from './photos/photo-document.tsx';
import type { UploadState } from './upload-state.ts';

export function DocumentRow({
  documentType,
  help,
  assigned,
  onAssign,
  withPictures,
  applicant,
  state: { rows, run, encrypted, mayReplace },
  dragging,
  upload,
}: {
  documentType: DocumentType;
  help: DocumentHelp[DocumentType];
  /** A picture that the visitor chose and that becomes this document. */
  assigned: File | undefined;
  onAssign: (file: File) => boolean;
  withPictures: boolean;
  applicant: string | undefined;
  state: UploadState;
  dragging: boolean;
  upload: UploadController;
}) {
  const item = useRef<HTMLLIElement>(null);
  const helpDetails = useRef<HTMLDetailsElement>(null);
  const note = useRef<File>(null);
  const [draggedOver, setDragged] = useState(false);
  const dragged = dragging && draggedOver;
  const text = texts().documents;
  const label = documentLabel(documentType);
  const row = rows[documentType];
  const { file, arrived, message } = row;
  const busy = run.state === 'sending';
  const sameFileAs = sameFile(rows, documentType);
  const isOver = isFinal(row, mayReplace);
  const enabled = !isOver && row.state !== 'sending' && !busy;
  const notices = [
    encrypted.some((one) => one === file) ? text.encrypted : undefined,
    file && message === undefined ? sizeNotice(file.size) : undefined,
    sameFileAs ? fill(text.sameFile, { label: documentLabel(sameFileAs) }) : undefined,
  ].filter(Boolean);
  const noticeId = `${fieldId(documentType)}-notice`;

  function select(selected: File | undefined) {
    if (!selected) void upload.choose(documentType, undefined);
    else if (onAssign(selected) && input.current) input.current.value = '';
  }
  const input = useFileInput(row, select);

  // Another file folds the note away.
  useEffect(() => {
    if (file && file !== note.current && helpDetails.current) helpDetails.current.open = false;
  }, [file]);
  // The document that is being sent stays in view below the progress of all documents.
  const sending = row.state === 'sending';
  useEffect(() => {
    if (sending) item.current?.scrollIntoView({ block: 'nearest' });
  }, [sending]);

  /** The pressed button is gone afterwards, and so is the field of a document that has arrived. */
  function leaveOut() {
    void upload.choose(documentType, undefined);
    (item.current?.querySelector('summary') ?? input.current)?.focus();
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setDragged(false);
    const { files } = event.dataTransfer;
    if (!enabled) return;
    if (files.length > 1) upload.refuseSeveral(documentType, files.length);
    else select(files[0]);
  }

  const afterButton = <VisuallyHidden>{fill(text.afterButton, { label })}</VisuallyHidden>;
  const editor = (
    <>
      <FileField
        ref={input}
        name={documentType}
        label={arrived ? fill(text.newFile, { label }) : label}
        hint={dragged ? fill(text.dropHere, { label }) : fileRequirements(documentType)}
        accept={extensionsFor(documentType)
          .map((extension) => `.${extension}`)
          .join(',')}
        error={message}
        aria-describedby={notices.length > 0 ? noticeId : undefined}
        chosen={file ? <NameAndSize file={file} /> : null}
        disabled={!enabled}
        onChange={({ target }) => select(target.files?.[0])}
      />
      {notices.length > 0 ? (
        <p className="note" id={noticeId}>
          {notices.join(' ')}
        </p>
      ) : null}
      {row.state === 'failed' ? (
        <Button
          variant="secondary"
          aria-disabled={busy || undefined}
          onClick={() => upload.sendOne(documentType)}
        >
          {texts().form.tryAgain}
          {afterButton}
        </Button>
      ) : null}
      {row.isRefused || (arrived && file && enabled) ? (
        <Button variant="plain" onClick={leaveOut}>
          <span>{text.leaveOut}</span>
          {afterButton}
        </Button>
      ) : null}
      {withPictures ? (
        <PhotoDocument
          documentType={documentType}
          label={label}
          row={row}
          assigned={assigned}
          disabled={!enabled}
          upload={upload}
        />
      ) : null}
    </>
  );

  return (
    <li
      ref={item}
      className={classNames(styles.row, dragged && styles.dragged)}
      data-document={documentType}
      data-state={arrived && row.state === 'missing' ? 'received' : row.state}
      onDragOver={(event) => {
        // `useFileDrops` refuses what no row accepts.
        if (!enabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={onDrop}
    >
      {arrived ? <ArrivedFile documentType={documentType} row={row} /> : null}
      {isOver && message ? (
        <p className="note" id={fieldId(documentType)} tabIndex={-1}>
          {message}
        </p>
      ) : null}
      {arrived && !isOver ? (
        <details className={styles.replace} open={row.state !== 'missing' || message !== undefined}>
          <summary className="unfolds">
            <span>{text.replace}</span>
            {afterButton}
          </summary>
          <p>{text.replaceHint}</p>
          {editor}
        </details>
      ) : null}
      {arrived ? null : editor}
      {help && !arrived ? (
        <details ref={helpDetails} className={styles.help} open={!help.isNeeded}>
          <summary className="unfolds">
            <span>{text.haveNone}</span>
            {afterButton}
          </summary>
          <p>{help.text}</p>
          {documentType === 'passport' ? null : (
            <NoteDocument
              id={documentType}
              label={label}
              applicant={applicant}
              file={file}
              onMake={(made) => {
                note.current = made;
                void upload.choose(documentType, made);
              }}
            />
          )}
        </details>
      ) : null}
      {sending ? <Progress label={label} {...row.bytes} /> : null}
    </li>
  );
}

/** Keeps the file field equal to the row. */
function useFileInput({ file, message }: Row, select: (selected: File | undefined) => void) {
  const input = useRef<HTMLInputElement>(null);
  // The visitor may have chosen a file before hydration.
  const selectFirst = useEffectEvent(() => select(input.current?.files?.[0]));
  useEffect(() => {
    if (input.current?.files?.length) selectFirst();
  }, []);
  // The field contains the document, even if it was made of pictures, dropped, or chosen with others.
  useEffect(() => {
    if (!input.current || input.current.files?.[0] === file) return;
    const files = new DataTransfer();
    if (file) files.items.add(file);
    input.current.files = files.files;
  }, [file]);
  // A browser reports no change when the same file is chosen again, although it may be another version of it.
  useEffect(() => {
    if (message !== undefined && input.current) input.current.value = '';
  }, [message]);
  return input;
}

function ArrivedFile({ documentType, row }: { documentType: DocumentType; row: Row }) {
  const { file, details } = row.arrived ?? {};
  return (
    <>
      <p className={styles.label}>{documentLabel(documentType)}</p>
      {file || details ? (
        <p className={`note ${styles.file}`}>{file ? <NameAndSize file={file} /> : details}</p>
      ) : null}
      {row.state === 'missing' ? (
        <p className={styles.received}>
          <Icon name="check-circle" />{' '}
          <VisuallyHidden>{labeledMessage(documentType, '')}</VisuallyHidden>
          {texts().documents.messages.documentUploaded}
        </p>
      ) : null}
    </>
  );
}

function Progress({ label, sent = 0, total = 0 }: { label: string } & Partial<Row['bytes']>) {
  const { documents: text } = texts();
  const progress = { sent: formatBytes(sent), total: formatBytes(total) };
  return (
    <>
      <progress
        className={styles.progress}
        max={Math.max(total, 1)}
        value={sent}
        aria-label={fill(text.bytesSent, { label })}
      />
      <p className="note">
        {sent >= total && total > 0 ? text.confirming : fill(text.progress, progress)}
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

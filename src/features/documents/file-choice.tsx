import { useEffect, useEffectEvent, useRef } from 'react';
import { texts } from '#language';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Button } from '#src/components/button/button.tsx';
import { fieldId } from '#src/components/form/field-id.ts';
import { FileField } from '#src/components/form/file-field.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { extensionsFor, withoutControls } from '#src/domain/rules/documents/documents.ts';
import { fill } from '#src/language/format.ts';
import { AfterButton } from './after-button.tsx';
import { documentLabel, fileRequirements, formatBytes } from './document-texts.ts';
import type { Upload } from './document-upload.ts';
import styles from './documents-upload.module.css';
import { PhotoDocument } from './photos/photo-document.tsx';
import { type Row, sameFile, type UploadState } from './upload-state.ts';

/** The field of a document, and the buttons for its file. */
export function FileChoice({
  documentType,
  state,
  enabled,
  dragged,
  upload,
}: {
  documentType: DocumentType;
  state: UploadState;
  enabled: boolean;
  /** Whether a file is being dragged over the row. */
  dragged: boolean;
  upload: Upload;
}) {
  const { newFile, dropHere, leaveOut } = texts().documents;
  const label = documentLabel(documentType);
  const row = state.rows[documentType];
  const { arrived, file, message } = row;
  const notices = noticesOf(state, documentType);
  const noticeId = `${fieldId(documentType)}-notice`;
  const withPictures = useHydrated() && upload.withPictures;
  const [input, showFile] = useFileInput(row, select);

  function select(selected: File | undefined) {
    // The browser empties the field when the visitor cancels its dialog. A document made of pictures stays then.
    if (selected || !row.photos?.pages.length) upload.choose(documentType, selected);
    showFile(upload.getState().rows[documentType].file);
  }

  /** The pressed button disappears, so the field gets the focus, or the summary under which the field is folded. */
  function onLeaveOut() {
    upload.choose(documentType, undefined);
    (input.current?.closest('details')?.querySelector('summary') ?? input.current)?.focus();
  }

  return (
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
      {row.state === 'failed' && message ? (
        <Button
          variant="secondary"
          aria-disabled={!enabled || undefined}
          onClick={() => upload.dispatch({ type: 'submitted', documentType })}
        >
          {texts().form.tryAgain}
          <AfterButton documentType={documentType} />
        </Button>
      ) : null}
      {row.state === 'refused' || (arrived && file && enabled) ? (
        <Button variant="plain" onClick={onLeaveOut}>
          <span>{leaveOut}</span>
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
}

/** Returns the notices for the visitor about a file that is valid. */
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
  // The document becomes the file of the field, even if it was made of pictures, dropped, or chosen with others.
  const showRow = useEffectEvent(showFile);
  useEffect(() => showRow(file), [file]);
  // After an error the field is emptied, because browsers report no change if a new version of the same file is chosen.
  useEffect(() => {
    if (message !== undefined && input.current) input.current.value = '';
  }, [message]);
  return [input, showFile] as const;
}

export const NameAndSize = ({ file }: { file: File }) => (
  <>
    <span className={styles.name} dir="auto">
      {withoutControls(file.name)}
    </span>{' '}
    <span className={`note ${styles.size}`}>{formatBytes(file.size)}</span>
  </>
);

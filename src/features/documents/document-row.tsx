import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#src/components/button/button.tsx';
import { classNames } from '#src/components/class-names.ts';
import { FileField } from '#src/components/form/file-field.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { limits } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { DocumentType } from '#src/domain/model/options.ts';
import { extensionsFor } from '#src/domain/rules/documents.ts';
import { labelOf, type Row, sizeInWords } from './document-rows.ts';
import styles from './documents-form.module.css';

/** One document: choose a file or drop it here; its name, size, way and end. */
export function DocumentRow({
  type,
  row,
  busy,
  onChoose,
  onRetry,
}: {
  type: DocumentType;
  row: Row;
  busy: boolean;
  onChoose: (file: File | undefined) => void;
  onRetry: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const label = labelOf(type);
  const file = 'file' in row ? row.file : undefined;
  const nameAndSize = file ? (
    <>
      <span className={styles.name}>{file.name}</span>{' '}
      <span className={styles.size}>{sizeInWords(file.size)}</span>
    </>
  ) : null;
  const open = row.state !== 'done' && row.state !== 'sending' && !busy;

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (!open || !dropped || !input.current) return;
    // The field holds the dropped file, as if it had been chosen: one truth, and none is lost.
    const one = new DataTransfer();
    one.items.add(dropped);
    input.current.files = one.files;
    onChoose(dropped);
  }

  return (
    <li
      className={classNames(styles.row, over && styles.over)}
      data-document={type}
      data-state={row.state}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(open);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {row.state === 'done' ? (
        <p className={styles.label}>{label}</p>
      ) : (
        <FileField
          ref={input}
          name={type}
          label={label}
          hint={`${extensionsFor(type).join(', ')}; maximum ${limits.statedFileLimit}`}
          accept={extensionsFor(type)
            .map((extension) => `.${extension}`)
            .join(',')}
          error={'message' in row ? row.message : undefined}
          chosen={nameAndSize}
          disabled={!open}
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
      )}
      {nameAndSize && row.state === 'done' ? <p className={styles.file}>{nameAndSize}</p> : null}
      {row.state === 'sending' ? (
        <progress
          className={styles.progress}
          max={Math.max(row.total, 1)}
          value={row.sent}
          aria-label={`${label}: bytes sent`}
        />
      ) : null}
      {row.state === 'sending' ? (
        <p className={styles.file}>
          {row.sent >= row.total && row.total > 0
            ? 'Waiting for confirmation'
            : `${sizeInWords(row.sent)} of ${sizeInWords(row.total)}`}
        </p>
      ) : null}
      {row.state === 'done' ? (
        <p className={styles.done}>
          <Icon name="check-circle" /> <VisuallyHidden>{label}: </VisuallyHidden>
          {messages.documentUploaded}
        </p>
      ) : null}
      {row.state === 'failed' ? (
        <Button variant="quiet" disabled={busy} onClick={onRetry}>
          Try again<VisuallyHidden>: {label}</VisuallyHidden>
        </Button>
      ) : null}
    </li>
  );
}

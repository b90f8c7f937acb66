import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '#language';
import { useObjectUrl } from '#src/browser/use-object-url.ts';
import { Button } from '#src/components/button/button.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { type DocumentType, documentTypes } from '#src/domain/model/document-types.ts';
import { fill } from '#src/language/format.ts';
import { messageWithLabel } from '#src/language/messages.ts';
import { assignFiles } from './assign-files.ts';
import { documentLabel } from './document-texts.ts';
import type { Upload } from './document-upload.ts';
import { openFilePicker } from './open-file-picker.ts';
import styles from './several-files.module.css';

/** The name of a file decides to which document it belongs, or else the visitor decides. */
export function SeveralFiles({
  free,
  disabled,
  upload,
}: {
  free: readonly DocumentType[];
  disabled: boolean;
  upload: Upload;
}) {
  const text = texts().documents;
  const [unclear, setUnclear] = useState<readonly File[]>([]);
  const [status, setStatus] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const extensions = documentTypes.flatMap((entry) => entry.extensions.map((name) => `.${name}`));
  const accept = [...new Set(extensions), ...(upload.withPictures ? ['image/*'] : [])].join(',');

  function focusButton(selector: string): boolean {
    const button = root.current?.querySelector<HTMLElement>(selector);
    button?.focus();
    return Boolean(button);
  }

  function onSelect(files: readonly File[]) {
    const { assigned, unclear } = assignFiles(files, free);
    for (const [documentType, file] of assigned) upload.choose(documentType, file);
    flushSync(() => {
      setUnclear(unclear);
      setStatus(fill(text.placed, { placed: assigned.size, total: files.length }));
    });
    focusButton('li button');
  }

  /** An undefined `documentType` leaves the file out. */
  function onAnswer(file: File, documentType: DocumentType | undefined) {
    if (documentType) upload.choose(documentType, file);
    flushSync(() => {
      setUnclear(unclear.filter((other) => other !== file));
      setStatus(
        messageWithLabel(file.name, documentType ? documentLabel(documentType) : text.leftOut),
      );
    });
    // The pressed button is gone, so the focus moves to the next question, or to the button that opened the files.
    if (!focusButton('li button')) focusButton('button');
  }

  return (
    <div ref={root} className={styles.several} hidden={disabled}>
      <div className={styles.line}>
        <Button
          variant="secondary"
          onClick={() => openFilePicker({ accept, multiple: true }, onSelect)}
        >
          {text.several}
        </Button>
        <p role="status" className={`note ${styles.status}`}>
          {status || fill(text.severalHint, { name: `${free[0] ?? 'cv'}.pdf` })}
        </p>
      </div>
      {unclear.length === 0 || free.length === 0 ? null : (
        <ul className={styles.questions} aria-label={text.unclear}>
          {unclear.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={`${file.name} ${index}`} className={styles.question}>
              <Picture file={file} />
              <p className={styles.name}>{fill(text.whichDocument, { name: file.name })}</p>
              <div className={styles.answers}>
                {[...free, undefined].map((documentType) => (
                  <Button
                    key={documentType ?? 'none'}
                    variant={documentType ? 'secondary' : 'plain'}
                    onClick={() => onAnswer(file, documentType)}
                  >
                    <span>{documentType ? documentLabel(documentType) : text.noneOfThese}</span>
                    <VisuallyHidden>{fill(text.forFile, { name: file.name })}</VisuallyHidden>
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Picture({ file }: { file: File }) {
  const url = useObjectUrl(file.type.startsWith('image/') ? file : undefined);
  return url ? <img className={styles.picture} src={url} alt={file.name} /> : null;
}

import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { texts } from '#language';
import { Button } from '#src/components/button/button.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { fill, plural } from '#src/language/format.ts';
import { AfterButton } from '../after-button.tsx';
import { type Row, rowFile, rowMessage } from '../document-rows.ts';
import { documentLabel } from '../document-texts.ts';
import type { Upload } from '../document-upload.ts';
import { openFilePicker } from '../open-file-picker.ts';
import {
  isRead,
  levels,
  nextPicture,
  noPhotos,
  type PhotoPage,
  photosReducer,
  type ReadPage,
} from './pages.ts';
import { pdfOf } from './pdf.ts';
import { PhotoPages } from './photo-pages.tsx';
import styles from './photos.module.css';
import { readPicture } from './read-picture.ts';

/** A photograph becomes a JPEG of at most these pixels: the field takes neither HEIC nor WebP. */
const photographLevels = [{ maxSide: 1200, quality: 0.85 }] as const;

let lastId = 0;

/**
 * Makes a document of pictures, when all are read and small enough: a PDF whose pages they are, or a photograph of one
 * picture.
 */
export function PhotoDocument({
  documentType,
  row,
  disabled,
  assigned,
  upload,
}: {
  documentType: DocumentType;
  row: Row;
  disabled: boolean;
  /** A picture that the visitor chose in the row or with other files; if it cannot be read, it is the row's file. */
  assigned: File | undefined;
  upload: Upload;
}) {
  const text = texts().photographs;
  const label = documentLabel(documentType);
  const isPhotograph = documentType === 'passport';
  const file = rowFile(row);
  const onFileChange = (changed: File | undefined) =>
    upload.dispatch({ type: 'chosen', documentType, file: changed });
  const [{ pages, message }, dispatch] = useReducer(photosReducer, noPhotos);
  const root = useRef<HTMLDivElement>(null);
  const next = nextPicture(pages, isPhotograph ? photographLevels : levels);
  const isReady = next === undefined;

  function select(files: readonly File[]) {
    if (isPhotograph) dispatch({ type: 'clear' });
    const added = files.map((selected) => {
      lastId += 1;
      return { id: `photo-${lastId}`, file: selected };
    });
    dispatch({ type: 'add', files: added });
  }
  const selectAssigned = useEffectEvent((picture: File) => select([picture]));
  useEffect(() => {
    if (assigned) selectAssigned(assigned);
  }, [assigned]);

  /** The row has this file if it was made of pictures. */
  const made = useRef<File>(undefined);
  function changeFile(changed: File | undefined) {
    if (!changed && !made.current) return;
    made.current = changed;
    onFileChange(changed);
  }
  const onChosen = useEffectEvent((chosen: File | undefined) => {
    if (chosen === made.current) return;
    // The browser emptied the field, for example because the visitor canceled its dialog.
    const isSent = row.arrived?.file === made.current;
    if (!chosen && rowMessage(row) === undefined && !isSent) return onFileChange(made.current);
    made.current = undefined;
    dispatch({ type: 'clear' });
  });
  useEffect(() => onChosen(file), [file]);

  const readNext = useEffectEvent((isObsolete: () => boolean) => {
    if (!next) return;
    const { id, name, source, level, maxSide, quality } = next;
    readPicture(name, { source, maxSide, quality }).then(
      (jpeg) => dispatch({ type: 'encoded', id, level, jpeg }),
      (error: Error) => {
        dispatch({ type: 'unreadable', id, message: error.message });
        if (source === assigned && !isObsolete()) onFileChange(assigned);
      },
    );
  });
  const task = next && `${next.id} ${next.level}`;
  useEffect(() => {
    let isObsolete = false;
    if (task) readNext(() => isObsolete);
    return () => {
      isObsolete = true;
    };
  }, [task]);

  function documentOf(read: readonly ReadPage[]): File | undefined {
    const [photograph] = read;
    if (!photograph) return undefined;
    if (isPhotograph)
      return new File([photograph.jpeg.blob], 'passport.jpg', { type: 'image/jpeg' });
    const pdf = pdfOf(read);
    return new File([pdf], `${label}.pdf`, { type: pdf.type });
  }
  const makeDocument = useEffectEvent((all: readonly PhotoPage[]) => {
    if (!isReady) upload.dispatch({ type: 'preparing', documentType });
    changeFile(isReady ? documentOf(all.filter(isRead)) : undefined);
    if (isReady) upload.dispatch({ type: 'prepared', documentType });
  });
  useEffect(() => makeDocument(pages), [pages]);

  const [camera, several] = isPhotograph
    ? ['user' as const, false]
    : ['environment' as const, true];
  const first = several ? [text.takePhotos, text.usePictures] : [text.takePhoto, text.usePicture];
  const more = [text.anotherPhoto, text.morePictures];
  const [take, use] = several && pages.length > 0 ? more : first;
  const status = several ? statusOf(pages, isReady) : isReady ? '' : text.reading;
  return (
    <div ref={root} className={styles.fromPictures} hidden={disabled}>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          className={styles.camera}
          onClick={() => openFilePicker({ accept: 'image/*', camera, multiple: false }, select)}
        >
          <span>{take}</span>
          <AfterButton documentType={documentType} />
        </Button>
        <Button
          variant="secondary"
          onClick={() => openFilePicker({ accept: 'image/*', multiple: several }, select)}
        >
          <span>{use}</span>
          <AfterButton documentType={documentType} />
        </Button>
        <p role="status" className={`note ${styles.status}`}>
          {`${status} ${message}`.trim()}
        </p>
      </div>
      {several ? (
        <PhotoPages
          label={label}
          pages={pages}
          dispatch={dispatch}
          onEmpty={() => root.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()}
        />
      ) : null}
    </div>
  );
}

function statusOf(pages: readonly PhotoPage[], isReady: boolean): string {
  if (pages.length === 0) return '';
  const text = texts().photographs;
  const read = pages.filter(isRead).length;
  if (read < pages.length) return fill(text.readingOf, { number: read + 1, total: pages.length });
  return isReady ? plural(text.asPdf, pages.length) : text.shrinking;
}

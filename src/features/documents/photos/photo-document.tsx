import { useRef } from 'react';
import { texts } from '#language';
import { Button } from '#src/components/button/button.tsx';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { fill, plural } from '#src/language/format.ts';
import { AfterButton } from '../after-button.tsx';
import { documentLabel } from '../document-texts.ts';
import { openFilePicker } from '../open-file-picker.ts';
import { isPreparing, type Row } from '../upload-state.ts';
import {
  addition,
  isPhotograph,
  isRead,
  noPhotos,
  type PhotoAction,
  type PhotoPage,
} from './pages.ts';
import { PhotoPages } from './photo-pages.tsx';
import styles from './photos.module.css';

/** Takes and orders the pictures of which a document is made. */
export function PhotoDocument({
  documentType,
  row,
  disabled,
  dispatch,
}: {
  documentType: DocumentType;
  row: Row;
  disabled: boolean;
  dispatch: (action: PhotoAction) => void;
}) {
  const text = texts().photographs;
  const root = useRef<HTMLDivElement>(null);
  const { pages, message } = row.photos ?? noPhotos;
  const isReady = !isPreparing(row, documentType);
  const several = !isPhotograph(documentType);
  const camera = several ? 'environment' : 'user';
  const first = several ? [text.takePhotos, text.usePictures] : [text.takePhoto, text.usePicture];
  const more = [text.anotherPhoto, text.morePictures];
  const [take, use] = several && pages.length > 0 ? more : first;
  const status = several ? statusOf(pages, isReady) : isReady ? '' : text.reading;
  const select = (files: readonly File[]) => dispatch(addition(files));
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
          label={documentLabel(documentType)}
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

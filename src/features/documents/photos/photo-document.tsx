import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { texts } from '#language';
import { fill, plural } from '#src/language/format.ts';
import { FromPictures, type FromPicturesProps, useFileOfPictures } from './from-pictures.tsx';
import { isRead, nextPicture, noPhotos, type PhotoPage, photosReducer } from './pages.ts';
import { pdfOf } from './pdf.ts';
import { PhotoPages } from './photo-pages.tsx';
import { readPicture } from './read-picture.ts';

let lastId = 0;

/** The document becomes a PDF of the pictures of its pages, when all are read and small enough. */
export function PhotoDocument({ onPreparing, ...props }: FromPicturesProps) {
  const text = texts().photographs;
  const { label, disabled, assigned, onFileChange } = props;
  const [{ pages, message }, dispatch] = useReducer(photosReducer, noPhotos);
  const buttons = useRef<HTMLDivElement>(null);
  const next = nextPicture(pages);
  const isReady = next === undefined;
  const changeFile = useFileOfPictures(props, () => dispatch({ type: 'clear' }));

  const readNext = useEffectEvent(() => {
    if (!next) return;
    const { id, name, source, level, maxSide, quality } = next;
    readPicture(name, { source, maxSide, quality }).then(
      (jpeg) => dispatch({ type: 'encoded', id, level, jpeg }),
      (error: Error) => {
        dispatch({ type: 'unreadable', id, message: error.message });
        if (source === assigned) onFileChange(assigned);
      },
    );
  });
  const task = next && `${next.id} ${next.level}`;
  useEffect(() => {
    if (task) readNext();
  }, [task]);

  const makeDocument = useEffectEvent((all: readonly PhotoPage[]) => {
    if (!isReady) onPreparing(true);
    const pdf = isReady && all.length > 0 ? pdfOf(all.filter(isRead)) : undefined;
    changeFile(pdf && new File([pdf], `${label}.pdf`, { type: pdf.type }));
    if (isReady) onPreparing(false);
  });
  useEffect(() => makeDocument(pages), [pages]);

  function add(files: readonly File[]) {
    const added = files.map((file) => {
      lastId += 1;
      return { id: `photo-${lastId}`, file };
    });
    dispatch({ type: 'add', files: added });
  }

  return (
    <div ref={buttons}>
      <FromPictures
        label={label}
        camera="environment"
        several
        buttons={
          pages.length === 0
            ? [text.takePhotos, text.usePictures]
            : [text.anotherPhoto, text.morePictures]
        }
        disabled={disabled}
        assigned={assigned}
        status={`${statusOf(pages, isReady)} ${message}`.trim()}
        onSelect={add}
      >
        <PhotoPages
          label={label}
          pages={pages}
          dispatch={dispatch}
          onEmpty={() =>
            buttons.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
          }
        />
      </FromPictures>
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

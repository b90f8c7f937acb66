import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { FromPicturesProps } from './from-pictures.tsx';
import { isRead, nextPicture, noPhotos, photosReducer } from './pages.ts';
import { pdfOf } from './pdf.ts';
import { readPicture } from './read-picture.ts';

let lastId = 0;

/**
 * Manages the pictures of one document. When all are read and small enough, `onFileChange` receives the PDF; it receives
 * undefined when a change makes the last one obsolete.
 */
export function usePhotos(
  filename: string,
  /** The file of the document. If it was not made here, the visitor chose it in place of the pictures. */
  chosen: File | undefined,
  { onFileChange, onPreparing }: Pick<FromPicturesProps, 'onFileChange' | 'onPreparing'>,
) {
  const [{ pages, message }, dispatch] = useReducer(photosReducer, noPhotos);
  const next = nextPicture(pages);
  const isReady = next === undefined;
  const created = useRef<File>(undefined);

  const readNext = useEffectEvent(() => {
    if (!next) return;
    const { id, name, source, level, maxSide, quality } = next;
    readPicture({ source, maxSide, quality, turn: 0 }).then(
      (jpeg) =>
        dispatch(
          jpeg
            ? { type: 'encoded', id, level, jpeg }
            : { type: 'unreadable', id, message: unreadable(name) },
        ),
      () => dispatch({ type: 'unreadable', id, message: notLoaded }),
    );
  });
  const task = next && `${next.id} ${next.level}`;
  useEffect(() => {
    if (task) readNext();
  }, [task]);

  const makeDocument = useEffectEvent((all: typeof pages) => {
    if (!isReady) onPreparing(true);
    const pdf = isReady && all.length > 0 ? pdfOf(all.filter(isRead)) : undefined;
    if (pdf || created.current) {
      created.current = pdf && new File([pdf], filename, { type: pdf.type });
      onFileChange(created.current);
    }
    if (isReady) onPreparing(false);
  });
  useEffect(() => makeDocument(pages), [pages]);

  const onChosen = useEffectEvent((file: File | undefined) => {
    if (file === created.current) return;
    // The browser emptied the field, for example because the visitor canceled its dialog.
    if (!file) return onFileChange(created.current);
    created.current = undefined;
    dispatch({ type: 'clear' });
  });
  useEffect(() => onChosen(chosen), [chosen]);

  return {
    pages,
    dispatch,
    status: [statusOf(pages.length, pages.filter(isRead).length, isReady), message]
      .filter(Boolean)
      .join(' '),
    add: (files: readonly File[]) => {
      const added = files.map((file) => {
        lastId += 1;
        return { id: `photo-${lastId}`, file };
      });
      dispatch({ type: 'add', files: added });
    },
  };
}

export const unreadable = (name: string): string =>
  `“${name}” cannot be read as a picture in this browser. Take a photo of the page, or choose another picture.`;
export const notLoaded =
  'The part of this site that reads pictures could not be loaded. Try again when you are connected.';

function statusOf(pages: number, read: number, isReady: boolean): string {
  if (pages === 0) return '';
  if (read < pages) return `Reading picture ${read + 1} of ${pages}…`;
  if (!isReady) return 'Making the pictures smaller…';
  return pages === 1 ? '1 page, as a PDF.' : `${pages} pages, as one PDF.`;
}

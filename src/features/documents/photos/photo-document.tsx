import { useEffect, useEffectEvent, useRef } from 'react';
import { FromPictures, type FromPicturesProps } from './from-pictures.tsx';
import { PhotoPages } from './photo-pages.tsx';
import { usePhotos } from './use-photos.ts';

/** The document becomes a PDF of the pictures of its pages. */
export function PhotoDocument({ label, file, disabled, assigned, ...events }: FromPicturesProps) {
  const { pages, status, add, dispatch } = usePhotos(`${label}.pdf`, file, events);
  const buttons = useRef<HTMLDivElement>(null);
  const addAssigned = useEffectEvent((picture: File) => add([picture]));
  useEffect(() => {
    if (assigned) addAssigned(assigned);
  }, [assigned]);
  return (
    <div ref={buttons}>
      <FromPictures
        label={label}
        camera="environment"
        several
        texts={
          pages.length === 0 ? ['Take photos', 'Use pictures'] : ['Another photo', 'More pictures']
        }
        disabled={disabled}
        status={status}
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

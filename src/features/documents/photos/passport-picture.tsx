import { useEffect, useEffectEvent, useState } from 'react';
import { texts } from '#language';
import { FromPictures, type FromPicturesProps, useFileOfPictures } from './from-pictures.tsx';
import { readPicture } from './read-picture.ts';

/** The picture becomes a JPEG of at most these pixels: the field takes neither HEIC nor WebP. */
const photograph = { maxSide: 1200, quality: 0.85 } as const;

export function PassportPicture({ onPreparing, ...props }: FromPicturesProps) {
  const text = texts().photographs;
  const [picture, setPicture] = useState<File>();
  const [status, setStatus] = useState('');
  const changeFile = useFileOfPictures(props, () => {
    setPicture(undefined);
    setStatus('');
    onPreparing(false);
  });

  const end = useEffectEvent((message: string, made?: File) => {
    setStatus(message);
    if (made) changeFile(made);
    else if (picture === props.assigned) props.onFileChange(picture);
    onPreparing(false);
  });
  useEffect(() => {
    if (!picture) return;
    let isObsolete = false;
    readPicture(picture.name, { ...photograph, source: picture }).then(
      ({ blob }) => isObsolete || end('', new File([blob], 'passport.jpg', { type: 'image/jpeg' })),
      (error: Error) => isObsolete || end(error.message),
    );
    return () => {
      isObsolete = true;
    };
  }, [picture]);

  return (
    <FromPictures
      {...props}
      camera="user"
      buttons={[text.takePhoto, text.usePicture]}
      status={status}
      onSelect={([selected]) => {
        setStatus(text.reading);
        setPicture(selected);
        onPreparing(true);
        // The photograph belongs to the previous picture.
        changeFile(undefined);
      }}
    />
  );
}

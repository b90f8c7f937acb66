import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { texts } from '#language';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Button } from '#src/components/button/button.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { fill } from '#src/language/format.ts';
import { openFilePicker } from '../open-file-picker.ts';
import styles from './photos.module.css';
import { canReadPictures } from './read-picture.ts';

/** Both kinds of documents that are made of pictures receive these props from their row. */
export interface FromPicturesProps {
  readonly label: string;
  readonly file: File | undefined;
  readonly disabled: boolean;
  /** A picture that the visitor chose in the row or with other files; if it cannot be read, it is the row's file. */
  readonly assigned: File | undefined;
  readonly onFileChange: (file: File | undefined) => void;
  /** Called when the making of a file begins and ends; sending waits for it. */
  readonly onPreparing: (isPreparing: boolean) => void;
}

/**
 * Returns the function that gives the row the file that was made of pictures. `onReplaced` is called when the visitor
 * chooses another file in the row.
 */
export function useFileOfPictures(
  { file, onFileChange }: Pick<FromPicturesProps, 'file' | 'onFileChange'>,
  onReplaced: () => void,
): (made: File | undefined) => void {
  const last = useRef<File>(undefined);
  const onChosen = useEffectEvent((chosen: File | undefined) => {
    if (chosen === last.current) return;
    // The browser emptied the field, for example because the visitor canceled its dialog.
    if (!chosen) return onFileChange(last.current);
    last.current = undefined;
    onReplaced();
  });
  useEffect(() => onChosen(file), [file]);
  return (made) => {
    if (!made && !last.current) return;
    last.current = made;
    onFileChange(made);
  };
}

export function FromPictures({
  label,
  camera,
  several = false,
  buttons,
  disabled,
  assigned,
  status,
  onSelect,
  children,
}: Pick<FromPicturesProps, 'label' | 'disabled' | 'assigned'> & {
  camera: 'environment' | 'user';
  several?: boolean;
  buttons: readonly [string, string];
  status: string;
  onSelect: (files: readonly File[]) => void;
  children?: ReactNode;
}) {
  const selectAssigned = useEffectEvent((picture: File) => onSelect([picture]));
  useEffect(() => {
    if (assigned) selectAssigned(assigned);
  }, [assigned]);
  // Without script there is only the file field.
  if (!useHydrated() || !canReadPictures()) return null;
  const openPicker = (from?: typeof camera) => () =>
    openFilePicker(
      { accept: 'image/*', camera: from, multiple: several && from === undefined },
      onSelect,
    );
  const documentName = (
    <VisuallyHidden>{fill(texts().documents.afterButton, { label })}</VisuallyHidden>
  );
  return (
    <div className={styles.fromPictures} hidden={disabled}>
      <div className={styles.buttons}>
        <Button variant="secondary" className={styles.camera} onClick={openPicker(camera)}>
          <span>{buttons[0]}</span>
          {documentName}
        </Button>
        <Button variant="secondary" onClick={openPicker()}>
          <span>{buttons[1]}</span>
          {documentName}
        </Button>
        <p role="status" className={`note ${styles.status}`}>
          {status}
        </p>
      </div>
      {children}
    </div>
  );
}

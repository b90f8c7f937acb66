import type { ReactNode } from 'react';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Button } from '#src/components/button/button.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { pickFiles } from '../pick-files.ts';
import styles from './photos.module.css';
import { canReadPictures } from './read-picture.ts';

/** What both kinds of documents that are made of pictures receive from their row. */
export interface FromPicturesProps {
  /** Of the document. */
  readonly label: string;
  /** The file that is chosen for it. */
  readonly file: File | undefined;
  readonly disabled: boolean;
  /** A picture that was chosen with several files. */
  readonly given: File | undefined;
  readonly onMade: (file: File | undefined) => void;
  /** Whether a file is being made: what is sent waits for it. */
  readonly onPreparing: (isPreparing: boolean) => void;
}

/** The buttons of the camera and of the device's pictures, and `children`: what was made of them. */
export function FromPictures({
  label,
  camera,
  several = false,
  texts,
  disabled,
  status,
  onPicked,
  children,
}: Pick<FromPicturesProps, 'label' | 'disabled'> & {
  camera: 'environment' | 'user';
  /** The document may have several pages. */
  several?: boolean;
  /** Of the two buttons. */
  texts: readonly [string, string];
  status: string;
  onPicked: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  // Without script the file field is all there is.
  if (!useHydrated() || !canReadPictures()) return null;
  const pick = (from?: typeof camera) => () =>
    pickFiles(
      { accept: 'image/*', camera: from, multiple: several && from === undefined },
      onPicked,
    );
  const ofDocument = <VisuallyHidden>{`: ${label}`}</VisuallyHidden>;
  return (
    <div className={styles.fromPictures} hidden={disabled}>
      <div className={styles.buttons}>
        <Button variant="secondary" className={styles.camera} onClick={pick(camera)}>
          <span>{texts[0]}</span>
          {ofDocument}
        </Button>
        <Button variant="secondary" onClick={pick()}>
          <span>{texts[1]}</span>
          {ofDocument}
        </Button>
        <p role="status" className={styles.status}>
          {status}
        </p>
      </div>
      {children}
    </div>
  );
}

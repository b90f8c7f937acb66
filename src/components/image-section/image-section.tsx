import type { ReactNode } from 'react';
import { type Picture, PictureImage } from '../picture/picture-image.tsx';
import styles from './image-section.module.css';

/** The background pictures are decorative, cut off at the edges of the section and never behind the text. */
export function ImageSection({
  id,
  pictures,
  children,
}: {
  id: string;
  pictures: readonly Picture[];
  children: ReactNode;
}) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <div className={styles.background} aria-hidden="true" data-print="no">
        {pictures.map((picture) => (
          <PictureImage key={picture.src} picture={picture} className={styles.picture} />
        ))}
      </div>
      <div className={`wrap ${styles.content}`}>{children}</div>
    </section>
  );
}

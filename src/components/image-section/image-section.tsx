import type { ReactNode } from 'react';
import styles from './image-section.module.css';

type BackgroundPicture = { src: string; width: number; height: number };

/** A section whose ground is pictures: decoration, cut at its edges, never under the text. */
export function ImageSection({
  id,
  pictures,
  children,
}: {
  id: string;
  pictures: readonly BackgroundPicture[];
  children: ReactNode;
}) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <div className={styles.ground} aria-hidden="true">
        {pictures.map(({ src, width, height }) => (
          <img
            key={src}
            className={styles.picture}
            src={src}
            width={width}
            height={height}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ))}
      </div>
      <div className={`wrap ${styles.content}`}>{children}</div>
    </section>
  );
}

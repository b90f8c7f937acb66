import type { ReactNode } from 'react';
import styles from './image-section.module.css';

type Picture = { src: string; width: number; height: number };

/** A section with decorative background pictures, cut off at its edges and never behind the text. */
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
      <div className={styles.background} aria-hidden="true">
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

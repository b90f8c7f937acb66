import { classNames } from '../class-names.ts';
import styles from './plate.module.css';

export type PlatePicture = { src: string; width: number; height: number; alt: string };

/** Food on a plate of flat colour, as wide as its place. One picture lies in the middle, up to four overlap. */
export function Plate({
  plate,
  pictures,
  eager = false,
  className,
}: {
  plate: 1 | 2 | 3 | 4;
  pictures: readonly PlatePicture[];
  /** For what is in view at once; the rest loads when it comes near. */
  eager?: boolean;
  className?: string | undefined;
}) {
  return (
    <div className={classNames(styles.plate, className)} data-plate={plate}>
      {pictures.map((picture) => (
        <img
          key={picture.src}
          src={picture.src}
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          className={pictures.length === 1 ? styles.one : styles.many}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      ))}
    </div>
  );
}

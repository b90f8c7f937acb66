import { classNames } from '../class-names.ts';
import { Slider } from '../slider/slider.client.tsx';
import styles from './illustration.module.css';

type Picture = { src: string; width: number; height: number; alt: string };

export type IllustrationContent = {
  /** The flat color behind the pictures: one of `--illustration-1` to `--illustration-4`. */
  background: 1 | 2 | 3 | 4;
  /** One picture is centered; two to four overlap. */
  pictures: readonly Picture[];
};

/** Pictures on a disc of flat color that fills its container's width. */
export function Illustration({
  background,
  pictures,
  eager = false,
  className,
}: IllustrationContent & {
  /** For pictures in the first viewport; all others load lazily. */
  eager?: boolean;
  className?: string | undefined;
}) {
  return (
    <div className={classNames(styles.illustration, className)} data-background={background}>
      {pictures.map((picture) => (
        <img
          key={picture.src}
          src={picture.src}
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          className={pictures.length === 1 ? styles.single : styles.overlapping}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      ))}
    </div>
  );
}

/** The illustrations of a hero. The first loads at once, the others lazily. */
export function IllustrationSlider({
  label,
  kind,
  slides,
}: {
  label: string;
  kind: 'home' | 'page';
  slides: readonly IllustrationContent[];
}) {
  return (
    <Slider
      label={label}
      kind={kind}
      slides={slides.map((slide, index) => ({
        key: String(index),
        content: <Illustration {...slide} eager={index === 0} />,
      }))}
    />
  );
}

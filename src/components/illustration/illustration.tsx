import { staticHtml } from '#src/framework/static-html.tsx';
import { classNames } from '../class-names.ts';
import { type Picture, PictureImage } from '../picture/picture-image.tsx';
import { Slider } from '../slider/slider.client.tsx';
import styles from './illustration.module.css';

type IllustrationContent = {
  /** The flat color behind the pictures: one of `--illustration-1` to `--illustration-4`. */
  background: 1 | 2 | 3 | 4;
  /** One picture is centered; two to four overlap. */
  pictures: readonly Picture[];
};

export function Illustration({
  background,
  pictures,
  sizes,
  className,
}: IllustrationContent & {
  /** The width of the first picture, if it is in the first viewport and loads with priority. */
  sizes?: string;
  className?: string | undefined;
}) {
  return (
    <div className={classNames(styles.illustration, className)} data-background={background}>
      {pictures.map((picture, index) => (
        <PictureImage
          key={picture.src}
          picture={picture}
          className={pictures.length === 1 ? styles.single : styles.overlapping}
          sizes={index === 0 ? sizes : undefined}
        />
      ))}
    </div>
  );
}

/** The first illustration loads at once, the others load after the page. */
export function IllustrationSlider({
  label,
  kind,
  slides,
  sizes,
}: {
  label: string;
  kind: 'home' | 'page';
  slides: readonly IllustrationContent[];
  /** The width of the first picture. */
  sizes: string;
}) {
  return (
    <Slider
      label={label}
      kind={kind}
      slides={slides.map((slide, index) => ({
        key: String(index),
        content:
          index === 0 ? (
            <Illustration {...slide} sizes={sizes} />
          ) : (
            staticHtml(<Illustration {...slide} />)
          ),
      }))}
    />
  );
}

import { Slider } from '../slider/slider.client.tsx';
import { Plate, type PlatePicture } from './plate.tsx';

export type PlateSlide = { plate: 1 | 2 | 3 | 4; pictures: readonly PlatePicture[] };

/** A hero's plates, one after the other; the first is there at once, the others when they are needed. */
export function PlateSlider({
  label,
  kind,
  slides,
}: {
  label: string;
  kind: 'home' | 'page';
  slides: readonly PlateSlide[];
}) {
  return (
    <Slider
      label={label}
      kind={kind}
      slides={slides.map((slide, index) => ({
        key: String(index),
        content: <Plate {...slide} eager={index === 0} />,
      }))}
    />
  );
}

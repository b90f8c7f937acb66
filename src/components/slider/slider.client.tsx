'use client';

import { type ReactNode, useRef, useState } from 'react';
import { RoundButton } from '../motion/round-button.tsx';
import { useAutoplay } from '../motion/use-autoplay.ts';
import styles from './slider.module.css';
import { type SliderKind, slideAfter, sliderTimes } from './slider-rules.ts';

export interface Slide {
  readonly key: string;
  readonly content: ReactNode;
}

export interface SliderLabels {
  readonly pause: string;
  readonly play: string;
  /** `{0}` is the slide's number, `{1}` how many there are. */
  readonly slide: string;
}

const defaultLabels: SliderLabels = {
  pause: 'Pause the slides',
  play: 'Play the slides',
  slide: 'Slide {0} of {1}',
};

export interface SliderProps {
  /** What the slides are about, for those who do not see them. */
  readonly label: string;
  /** Which of section 9's two rhythms it keeps. */
  readonly kind: SliderKind;
  readonly slides: readonly Slide[];
  readonly labels?: SliderLabels;
}

/**
 * Slides lying on one another, of which one shows (section 9, hero sliders).
 *
 * The first is there in the server's HTML and the box is as tall as the tallest, so nothing shifts.
 * It waits under the pointer or the keyboard, can be paused, and stands still under reduced motion.
 */
export function Slider({ label, kind, slides, labels = defaultLabels }: SliderProps) {
  const root = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  const times = sliderTimes[kind];
  const moves = slides.length > 1;
  const advance = () => setCurrent((was) => slideAfter(was, slides.length));
  const { available, playing, toggle } = useAutoplay(
    root,
    moves ? times.intervalMs : undefined,
    current,
    advance,
  );
  const slideName = (index: number) =>
    labels.slide.replace('{0}', String(index + 1)).replace('{1}', String(slides.length));

  return (
    <section
      ref={root}
      className={styles.slider}
      aria-roledescription="carousel"
      aria-label={label}
      data-motion={playing ? undefined : 'paused'}
    >
      <div className={styles.stage} aria-live={available && playing ? 'off' : 'polite'}>
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
          <div
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={slideName(index)}
            className={styles.slide}
            data-current={index === current || undefined}
            inert={index !== current}
          >
            {content}
          </div>
        ))}
      </div>
      {moves && (
        <div className={styles.controls}>
          {slides.map(({ key }, index) => (
            <button
              key={key}
              type="button"
              className={styles.dot}
              aria-label={slideName(index)}
              aria-current={index === current || undefined}
              onClick={() => setCurrent(index)}
            />
          ))}
          {available && (
            <RoundButton
              icon={playing ? 'pause' : 'play'}
              label={playing ? labels.pause : labels.play}
              onClick={toggle}
            />
          )}
        </div>
      )}
    </section>
  );
}

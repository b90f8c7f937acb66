'use client';

import { type ReactNode, useRef, useState } from 'react';
import { texts } from '#language';
import { fill } from '#src/language/format.ts';
import { IconButton } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import { type SliderKind, sliderIntervalMs } from '../motion/motion-rules.ts';
import { useAutoplay } from '../motion/use-autoplay.ts';
import styles from './slider.module.css';

interface SliderProps {
  readonly label: string;
  readonly kind: SliderKind;
  readonly slides: readonly { readonly key: string; readonly content: ReactNode }[];
}

/**
 * Renders a hero slider (section 9) that cross-fades its slides. The server renders the first slide as current, and the box
 * is as tall as the tallest slide, so nothing moves. `useAutoplay` describes its movement.
 */
export function Slider({ label, kind, slides }: SliderProps) {
  const root = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  const moves = slides.length > 1;
  const advance = () => setCurrent((before) => (before + 1) % slides.length);
  const { available, playing, toggle } = useAutoplay(
    root,
    moves ? sliderIntervalMs[kind] : undefined,
    current,
    advance,
  );
  const names = texts().slider;
  const slideName = (index: number) =>
    fill(names.slideName, { number: index + 1, count: slides.length });

  return (
    <section
      ref={root}
      className={styles.slider}
      aria-roledescription={names.slider}
      aria-label={label}
    >
      <div className={styles.stage} aria-live={available && playing ? 'off' : 'polite'}>
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is not a form fieldset
          <div
            key={key}
            role="group"
            aria-roledescription={names.slide}
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
        <div className={classNames(styles.controls, 'scripted')} data-print="no">
          {slides.map(({ key }, index) => (
            <button
              key={key}
              type="button"
              className={styles.dot}
              data-dot=""
              aria-label={slideName(index)}
              aria-current={index === current || undefined}
              onClick={() => setCurrent(index)}
            />
          ))}
          {available && (
            <IconButton
              className={styles.pause}
              icon={playing ? 'pause' : 'play'}
              label={playing ? names.pause : names.play}
              onClick={toggle}
            />
          )}
        </div>
      )}
    </section>
  );
}

'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { language, texts } from '#language';
import { IconButton } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import { loadOnce, useLoadWhenVisible } from '../lazy/load-when-visible.ts';
import { useAutoplay } from '../motion/use-autoplay.ts';
import styles from './carousel.module.css';
import type { CarouselEngine } from './carousel-engine.ts';
import { type CarouselKind, carouselRules } from './carousel-rules.ts';

interface CarouselProps {
  readonly label: string;
  readonly kind: CarouselKind;
  /** A `CarouselRow`. Flickity moves its nodes, so React must not change them. */
  readonly children: ReactNode;
}

const loadEngine = loadOnce(() => import('./carousel-engine.ts'));

/**
 * Section 9 defines the item and the logo carousel. The server renders a scroll-snap row; Flickity replaces it, with the
 * same size, when it becomes visible.
 */
export function Carousel({ label, kind, children }: CarouselProps) {
  const root = useRef<HTMLElement>(null);
  const engine = useRef<CarouselEngine>(null);
  const [{ position, positions }, setState] = useState({ position: 0, positions: 1 });
  const module = useLoadWhenVisible(root, loadEngine);

  useEffect(() => {
    const row = root.current?.querySelector<HTMLElement>('[data-kind]');
    if (!module || !row) return;
    engine.current = module.startCarousel(row, kind, setState);
    return () => {
      engine.current?.destroy();
      engine.current = null;
    };
  }, [module, kind]);

  const step = (by: 1 | -1) => engine.current?.step(by);
  const autoplayMs = positions > 1 ? carouselRules[kind].autoplayMs : undefined;
  const { available, playing, toggle } = useAutoplay(root, autoplayMs, position, () => step(1));

  const names = texts().carousel;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    step((event.key === 'ArrowRight') === (language().dir === 'ltr') ? 1 : -1);
  };

  return (
    <section
      ref={root}
      className={styles.carousel}
      aria-roledescription={names.carousel}
      aria-label={label}
    >
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside */}
      <div
        className={classNames(styles.controls, 'scripted')}
        data-print="no"
        data-idle={positions < 2 || undefined}
        onKeyDown={onKeyDown}
      >
        <IconButton icon="chevron-left" label={names.previous} onClick={() => step(-1)} />
        <IconButton icon="chevron-right" label={names.next} onClick={() => step(1)} />
        {available && (
          <IconButton
            icon={playing ? 'pause' : 'play'}
            label={playing ? names.pause : names.play}
            onClick={toggle}
          />
        )}
      </div>
    </section>
  );
}

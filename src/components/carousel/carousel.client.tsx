'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import { loadOnce, useLoadWhenVisible } from '../lazy/load-when-visible.ts';
import { useAutoplay } from '../motion/use-autoplay.ts';
import styles from './carousel.module.css';
import type { CarouselEngine } from './carousel-engine.ts';
import { type CarouselKind, carouselRules } from './carousel-rules.ts';

export interface CarouselProps {
  readonly label: string;
  readonly kind: CarouselKind;
  readonly items: readonly { readonly key: string; readonly content: ReactNode }[];
}

const loadEngine = loadOnce(() => import('./carousel-engine.ts'));

/**
 * Section 9 defines the item and the logo carousel. The server renders a scroll-snap row; Flickity replaces it, with the
 * same size, when it becomes visible. Flickity moves the DOM nodes, so changed items need a new row.
 */
export function Carousel(props: CarouselProps) {
  return <Row key={props.items.map(({ key }) => key).join(' ')} {...props} />;
}

function Row({ label, kind, items }: CarouselProps) {
  const root = useRef<HTMLElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const engine = useRef<CarouselEngine>(null);
  const [{ position, positions }, setState] = useState({ position: 0, positions: 1 });
  const rule = carouselRules[kind];
  const module = useLoadWhenVisible(root, loadEngine);

  useEffect(() => {
    if (!module || !row.current) return;
    engine.current = module.startCarousel(row.current, kind, setState);
    return () => {
      engine.current?.destroy();
      engine.current = null;
    };
  }, [module, kind]);

  const step = (by: 1 | -1) => engine.current?.step(by);
  const autoplayMs = 'autoplayMs' in rule && positions > 1 ? rule.autoplayMs : undefined;
  const { available, playing, toggle } = useAutoplay(root, autoplayMs, position, () => step(1));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    step(event.key === 'ArrowRight' ? 1 : -1);
  };

  return (
    <section
      ref={root}
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
    >
      {/* Without Flickity the row is a scroll container, which must be focusable. */}
      <div ref={row} className={styles.row} data-kind={kind} tabIndex={module ? undefined : 0}>
        {items.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: an item is not a form fieldset
          <div
            key={key}
            className={styles.item}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${items.length}`}
          >
            {content}
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside */}
      <div
        className={classNames(styles.controls, 'scripted')}
        data-print="no"
        data-idle={positions < 2 || undefined}
        onKeyDown={onKeyDown}
      >
        <IconButton icon="chevron-left" label="Previous" onClick={() => step(-1)} />
        <IconButton icon="chevron-right" label="Next" onClick={() => step(1)} />
        {available && (
          <IconButton
            icon={playing ? 'pause' : 'play'}
            label={playing ? 'Pause' : 'Play'}
            onClick={toggle}
          />
        )}
      </div>
    </section>
  );
}

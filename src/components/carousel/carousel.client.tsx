'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { loadOnce } from '../lazy/load-once.ts';
import { useLoadWhenVisible } from '../lazy/use-load-when-visible.ts';
import { RoundButton } from '../motion/round-button.tsx';
import { useAutoplay } from '../motion/use-autoplay.ts';
import styles from './carousel.module.css';
import type { CarouselEngine } from './carousel-engine.ts';
import { type CarouselKind, carouselRules } from './carousel-rules.ts';

export interface CarouselItem {
  readonly key: string;
  readonly content: ReactNode;
}

export interface CarouselLabels {
  readonly previous: string;
  readonly next: string;
  readonly pause: string;
  readonly play: string;
  /** `{0}` is the item's number, `{1}` how many there are. */
  readonly item: string;
}

const defaultLabels: CarouselLabels = {
  previous: 'Previous',
  next: 'Next',
  pause: 'Pause',
  play: 'Play',
  item: '{0} of {1}',
};

export interface CarouselProps {
  readonly label: string;
  /** Which of section 9's two carousels it is. */
  readonly kind: CarouselKind;
  readonly items: readonly CarouselItem[];
  readonly labels?: CarouselLabels;
}

const loadEngine = loadOnce(() => import('./carousel-engine.ts'));

/**
 * A row of items: a scroll-snap row from the server, which Flickity takes over when it comes near,
 * in the same place and of the same height. Other items make a new row, since Flickity moves the nodes.
 */
export function Carousel(props: CarouselProps) {
  return <Row key={props.items.map(({ key }) => key).join(' ')} {...props} />;
}

function Row({ label, kind, items, labels = defaultLabels }: CarouselProps) {
  const root = useRef<HTMLElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const engine = useRef<CarouselEngine>(null);
  const [{ stop, stops }, setState] = useState({ stop: 0, stops: 1 });
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
  const autoplayMs = 'autoplayMs' in rule && stops > 1 ? rule.autoplayMs : undefined;
  const { available, playing, toggle } = useAutoplay(root, autoplayMs, stop, () => step(1));

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
      {/* Before Flickity, and without it, the row scrolls, and the keyboard must reach it. */}
      <div ref={row} className={styles.row} data-kind={kind} tabIndex={module ? undefined : 0}>
        {items.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: an item is no fieldset
          <div
            key={key}
            className={styles.item}
            role="group"
            aria-roledescription="slide"
            aria-label={labels.item
              .replace('{0}', String(index + 1))
              .replace('{1}', String(items.length))}
          >
            {content}
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside */}
      <div className={styles.controls} data-idle={stops < 2 || undefined} onKeyDown={onKeyDown}>
        <RoundButton icon="chevron-left" label={labels.previous} onClick={() => step(-1)} />
        <RoundButton icon="chevron-right" label={labels.next} onClick={() => step(1)} />
        {available && (
          <RoundButton
            icon={playing ? 'pause' : 'play'}
            label={playing ? labels.pause : labels.play}
            onClick={toggle}
          />
        )}
      </div>
    </section>
  );
}

'use client';

import { type ReactNode, useRef, useState } from 'react';
import { texts } from '#language';
import { prefersReducedMotion } from '#src/browser/media-queries.ts';
import { plural } from '#src/language/format.ts';
import { classNames } from '../class-names.ts';
import { Lightbox } from '../lightbox/lightbox.client.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './gallery.module.css';

/** Section 9, gallery filter delay: this is the time between the starts of two items, in milliseconds. */
const filterDelayMs = 25;
/** The movement of one item takes this time, in milliseconds. The specification does not set it. */
const moveMs = 320;

interface GalleryProps {
  readonly label: string;
  /** The options of the filter menu; the first one is category 1. */
  readonly categories: readonly string[];
  readonly count: number;
  /** A `GalleryList`. */
  readonly children: ReactNode;
}

/** Without JavaScript all pictures are visible and the menu is hidden. */
export function Gallery({ label, categories, count, children }: GalleryProps) {
  const root = useRef<HTMLDivElement>(null);
  const [{ chosen, shown }, setState] = useState<{ chosen?: number | undefined; shown: number }>({
    shown: count,
  });

  const choose = (category: number | undefined) => {
    const list = root.current?.querySelector<HTMLElement>('[data-categories]')?.parentElement;
    if (!list) return;
    const before = boxesIn(list);
    const items = [...list.children] as HTMLElement[];
    for (const item of items)
      item.hidden =
        category !== undefined && !item.dataset.categories?.split(' ').includes(String(category));
    setState({ chosen: category, shown: items.filter(({ hidden }) => !hidden).length });
    if (!prefersReducedMotion()) animateFrom(before, list);
  };
  const names = texts().gallery;
  const option = (name: string, category: number | undefined) => (
    <button
      key={name}
      type="button"
      className={styles.option}
      aria-pressed={chosen === category}
      onClick={() => choose(category)}
    >
      {name}
    </button>
  );

  return (
    <div ref={root} className={styles.gallery}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        className={classNames(styles.menu, 'scripted')}
        role="group"
        aria-label={names.filter}
        data-print="no"
      >
        {option(names.all, undefined)}
        {categories.map((name, index) => option(name, index + 1))}
      </div>
      <VisuallyHidden>
        <span role="status">{plural(names.shown, shown, { total: count })}</span>
      </VisuallyHidden>
      <Lightbox label={label} load="visible">
        {children}
      </Lightbox>
    </div>
  );
}

/** The boxes are relative to the list, so that scrolling does not count as movement. */
function boxesIn(list: HTMLElement): Map<Element, DOMRect> {
  const origin = list.getBoundingClientRect();
  const boxes = new Map<Element, DOMRect>();
  for (const child of list.children) {
    const { left, top, width, height } = child.getBoundingClientRect();
    if (width > 0)
      boxes.set(child, new DOMRect(left - origin.left, top - origin.top, width, height));
  }
  return boxes;
}

/** Animates the children of a list by FLIP: each moves from its previous to its next position, and new ones fade in. */
function animateFrom(previous: ReadonlyMap<Element, DOMRect>, list: HTMLElement): void {
  let order = 0;
  for (const [child, { left, top }] of boxesIn(list)) {
    const start = previous.get(child);
    const first = start
      ? { transform: `translate(${start.left - left}px, ${start.top - top}px)` }
      : { opacity: 0, transform: 'scale(0.9)' };
    child.animate([first, { opacity: 1, transform: 'none' }], {
      duration: moveMs,
      delay: order * filterDelayMs,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
      fill: 'backwards',
    });
    order += 1;
  }
}

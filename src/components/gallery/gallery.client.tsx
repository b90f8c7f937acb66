'use client';

import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '#src/browser/media-queries.ts';
import { readCategories } from '#src/domain/model/gallery-category.ts';
import { classNames } from '../class-names.ts';
import { Lightbox } from '../lightbox/lightbox.client.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './gallery.module.css';
import { filterByCategory, filterDelayMs, sortItems } from './gallery-rules.ts';

/** The movement of one item takes this time, in milliseconds. The specification does not set it. */
const moveMs = 320;

export interface GalleryItem {
  readonly key: string;
  /** One category, or several as '1,3', numbered from 1. Other values throw (section 5). */
  readonly category: number | string;
  readonly sort?: number | string | undefined;
  /** A link with `data-lightbox` in the content opens in the gallery's lightbox. */
  readonly content: ReactNode;
}

export interface GalleryProps {
  readonly label: string;
  /** The options of the filter menu; the first one is category 1. */
  readonly categories: readonly string[];
  readonly items: readonly GalleryItem[];
}

/** Without JavaScript all pictures are visible and the menu is hidden. */
export function Gallery({ label, categories, items }: GalleryProps) {
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<number>();
  const beforeMove = useFlip(list);
  const sorted = sortItems(
    items.map((item) => ({ ...item, categories: readCategories(item.category) })),
  );
  const shown = new Set(filterByCategory(sorted, chosen).map(({ key }) => key));

  const choose = (category: number | undefined) => {
    beforeMove();
    setChosen(category);
  };
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
    <div className={styles.gallery}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        className={classNames(styles.menu, 'scripted')}
        role="group"
        aria-label="Filter the pictures"
        data-print="no"
      >
        {option('All', undefined)}
        {categories.map((name, index) => option(name, index + 1))}
      </div>
      <VisuallyHidden>
        <span role="status">{`${shown.size} of ${items.length} pictures shown`}</span>
      </VisuallyHidden>
      <Lightbox label={label} load="visible">
        <ul ref={list} className={styles.list} aria-label={label}>
          {sorted.map(({ key, content }) => (
            <li key={key} hidden={!shown.has(key)}>
              {content}
            </li>
          ))}
        </ul>
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

/**
 * Animates a list's children by FLIP: each child moves from its previous to its next position, and new children fade in.
 * Reduced motion removes the animation. The caller calls the returned function before the state changes.
 */
function useFlip(list: RefObject<HTMLElement | null>): () => void {
  const before = useRef<Map<Element, DOMRect>>(null);

  useLayoutEffect(() => {
    const previous = before.current;
    before.current = null;
    if (!previous || !list.current) return;
    let order = 0;
    for (const [child, { left, top }] of boxesIn(list.current)) {
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
  });

  return () => {
    if (list.current && !prefersReducedMotion()) before.current = boxesIn(list.current);
  };
}

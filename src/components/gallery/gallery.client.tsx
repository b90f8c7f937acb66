'use client';

import { type ReactNode, useRef, useState } from 'react';
import { readCategories } from '#src/domain/model/gallery-category.ts';
import { Lightbox } from '../lightbox/lightbox.client.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './gallery.module.css';
import { inOrder, ofCategory } from './gallery-rules.ts';
import { useFlip } from './use-flip.ts';

export interface GalleryItem {
  readonly key: string;
  /** One category or several ('1,3'), each a number starting at 1; anything else is an error (section 5). */
  readonly category: number | string;
  readonly sort?: number | string | undefined;
  /** A link marked `data-lightbox` opens in the gallery's lightbox. */
  readonly content: ReactNode;
}

export interface GalleryLabels {
  readonly menu: string;
  readonly all: string;
  /** `{0}` items of `{1}` show. */
  readonly shown: string;
}

const defaultLabels: GalleryLabels = {
  menu: 'Filter the pictures',
  all: 'All',
  shown: '{0} of {1} pictures shown',
};

export interface GalleryProps {
  readonly label: string;
  /** The filter menu; the first is category 1. */
  readonly categories: readonly string[];
  readonly items: readonly GalleryItem[];
  readonly labels?: GalleryLabels;
}

/** Pictures with a filter menu. Without JavaScript all of them show, and the menu does not. */
export function Gallery({ label, categories, items, labels = defaultLabels }: GalleryProps) {
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<number>();
  const beforeMove = useFlip(list);
  const filed = inOrder(
    items.map((item) => ({ ...item, categories: readCategories(item.category) })),
  );
  const shown = new Set(ofCategory(filed, chosen).map(({ key }) => key));

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
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset, since nothing is sent */}
      <div className={styles.menu} role="group" aria-label={labels.menu}>
        {option(labels.all, undefined)}
        {categories.map((name, index) => option(name, index + 1))}
      </div>
      <VisuallyHidden>
        <span role="status">
          {labels.shown.replace('{0}', String(shown.size)).replace('{1}', String(items.length))}
        </span>
      </VisuallyHidden>
      <Lightbox label={label}>
        <ul ref={list} className={styles.list} aria-label={label}>
          {filed.map(({ key, content }) => (
            <li key={key} hidden={!shown.has(key)}>
              {content}
            </li>
          ))}
        </ul>
      </Lightbox>
    </div>
  );
}

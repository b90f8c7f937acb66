import type { ReactNode } from 'react';
import { compareTexts } from '#src/language/format.ts';
import styles from './gallery.module.css';

interface GalleryItem {
  readonly key: string;
  /** The numbers of the categories, from 1. */
  readonly categories: readonly number[];
  readonly sort?: number | string | undefined;
  /** A link with `data-lightbox` in the content opens in the gallery's lightbox. */
  readonly content: ReactNode;
}

export const GalleryList = ({
  label,
  items,
}: {
  readonly label: string;
  readonly items: readonly GalleryItem[];
}) => (
  <ul className={styles.list} aria-label={label}>
    {sortItems(items).map(({ key, categories, content }) => (
      <li key={key} data-categories={categories.join(' ')}>
        {content}
      </li>
    ))}
  </ul>
);

/** Items with a sort value (section 3) come first; numbers inside texts are compared by value. */
export const sortItems = <T extends Pick<GalleryItem, 'sort'>>(items: readonly T[]): T[] => [
  ...items
    .filter(({ sort }) => sort !== undefined)
    .sort((a, b) => compareTexts(String(a.sort), String(b.sort))),
  ...items.filter(({ sort }) => sort === undefined),
];

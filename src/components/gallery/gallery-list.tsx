import type { ReactNode } from 'react';
import { readCategories } from '#src/domain/model/gallery-category.ts';
import { compareTexts } from '#src/language/format.ts';
import styles from './gallery.module.css';

interface GalleryItem {
  readonly key: string;
  /** One category, or several as '1,3', numbered from 1. Other values throw (section 5). */
  readonly category: number | string;
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
    {sortItems(items).map(({ key, category, content }) => (
      <li key={key} data-categories={readCategories(category).join(' ')}>
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

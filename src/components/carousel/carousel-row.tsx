import type { ReactNode } from 'react';
import { texts } from '#language';
import { fill } from '#src/language/format.ts';
import styles from './carousel.module.css';
import type { CarouselKind } from './carousel-rules.ts';

/**
 * Renders the row of a carousel, a scroll container until Flickity replaces it. A scroll container must be focusable.
 */
export const CarouselRow = ({
  kind,
  items,
}: {
  readonly kind: CarouselKind;
  readonly items: readonly { readonly key: string; readonly content: ReactNode }[];
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll it
  <div className={styles.row} data-kind={kind} tabIndex={0}>
    {items.map(({ key, content }, index) => (
      // biome-ignore lint/a11y/useSemanticElements: an item is not a form fieldset
      <div
        key={key}
        className={styles.item}
        role="group"
        aria-roledescription={texts().carousel.item}
        aria-label={fill(texts().carousel.position, { number: index + 1, count: items.length })}
      >
        {content}
      </div>
    ))}
  </div>
);

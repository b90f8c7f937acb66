'use client';

import { pageStyles } from './page-styles.ts';

/**
 * The stylesheet of the site, inline in the head of every page: the first paint needs no second request
 * (decision 022). Flight data do not contain it: React keeps the element that the document has.
 */
export function PageStyles() {
  return (
    <style href="pages" precedence="pages">
      {pageStyles}
    </style>
  );
}

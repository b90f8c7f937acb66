'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { language } from '#language';
import { useWindowEvent } from '#src/browser/page-events.ts';
import { loadOnce } from '../lazy/load-when-visible.ts';

const loadOffer = loadOnce(() => import('./language-offer-line.tsx'));

/**
 * A line that offers the language that the browser prefers. Nobody is redirected. Its script is loaded only for visitors whose
 * first language is not that of the page.
 */
export function LanguageOffer() {
  const [Line, setLine] = useState<ComponentType>();
  useEffect(() => {
    if (navigator.language.split('-', 1)[0] === language().tag) return;
    loadOffer()
      .then(({ offeredLine }) => offeredLine())
      .then(
        (found) => setLine(() => found),
        // If the script does not load, the next page offers the language.
        () => undefined,
      );
  }, []);
  useWindowEvent('click', followPage);
  return Line ? <Line /> : null;
}

/** Adds the current query and fragment to the link, because a search or a section may have changed them since. */
function followPage({ target }: MouseEvent): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]');
  if (!link) return;
  const { search, hash } = window.location;
  Object.assign(link, { search, hash });
}

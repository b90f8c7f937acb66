'use client';

import { type ComponentProps, useEffect, useState } from 'react';
import { language } from '#language';
import { inLanguage, textsHref, withoutLanguage } from '#src/addresses.ts';
import { withStorage } from '#src/browser/storage.ts';
import type { Language } from '#src/texts/language.ts';
import { loadOnce } from '../lazy/load-when-visible.ts';
import type { LanguageOfferLine } from './language-offer-line.tsx';

export type OfferedLanguage = Pick<Language, 'tag' | 'prefix'>;

const storageKey = 'language-offered';
const loadLine = loadOnce(() => import('./language-offer-line.tsx'));

/**
 * One line offers the language that the browser prefers, on one page. Nobody is redirected. Few visitors see it, so its
 * script and its texts, which are in that language, are loaded for them only.
 */
export function LanguageOffer({ languages }: { languages: readonly OfferedLanguage[] }) {
  const [line, setLine] = useState<
    ComponentProps<typeof LanguageOfferLine> & { readonly Line: typeof LanguageOfferLine }
  >();
  useEffect(() => {
    const found = preferred(languages, language().tag);
    // Without storage it would come back on each page.
    const isNew = withStorage('localStorage', (storage) => storage.getItem(storageKey) === null);
    if (!found || !isNew) return;
    Promise.all([loadLine(), fetch(textsHref('language', found))])
      .then(async ([{ LanguageOfferLine: Line }, response]) => {
        const { language: texts } = await response.json();
        withStorage('localStorage', (storage) => storage.setItem(storageKey, found.tag));
        setLine({ Line, prefix: found.prefix, texts });
      })
      .catch(
        // The next page offers it.
        () => undefined,
      );
  }, [languages]);
  useEffect(() => {
    document.addEventListener('click', followPage);
    return () => document.removeEventListener('click', followPage);
  }, []);
  if (!line) return null;
  const { Line, ...props } = line;
  return <Line {...props} />;
}

/** Returns the first language of the browser that the site has, unless the page is in it. */
function preferred(
  others: readonly OfferedLanguage[],
  current: string,
): OfferedLanguage | undefined {
  const tagOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();
  for (const tag of navigator.languages.map(tagOf)) {
    if (tag === tagOf(current)) return undefined;
    const other = others.find((one) => tagOf(one.tag) === tag);
    if (other) return other;
  }
  return undefined;
}

/** The address may have changed since the page was rendered: a search, a section. */
function followPage({ target }: MouseEvent): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-language]');
  if (!link) return;
  const { pathname, search, hash } = window.location;
  const { language: prefix = '' } = link.dataset;
  link.href = inLanguage(withoutLanguage(pathname) + search + hash, { prefix });
}

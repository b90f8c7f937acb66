'use client';

import { useEffect, useState } from 'react';
import { language } from '#language';
import { inLanguage, withoutLanguage } from '#src/addresses.ts';
import { withStorage } from '#src/browser/storage.ts';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './language-links.module.css';

export interface OfferedLanguage {
  readonly tag: string;
  readonly prefix: string;
  /** In the language itself: 'Ce site existe aussi en français.' and 'Fermer'. */
  readonly offer: string;
  readonly close: string;
}

const storageKey = 'language-offered';

/** One line offers the language that the browser prefers, on one page. Nobody is redirected. It needs a script. */
export function LanguageOffer({ languages }: { languages: readonly OfferedLanguage[] }) {
  const [offered, setOffered] = useState<OfferedLanguage>();
  useEffect(() => {
    const found = preferred(languages, language().tag);
    // Without storage it would come back on each page.
    const isNew = withStorage('localStorage', (storage) => {
      if (storage.getItem(storageKey) !== null) return false;
      if (found) storage.setItem(storageKey, found.tag);
      return true;
    });
    if (found && isNew) setOffered(found);
  }, [languages]);
  useEffect(() => {
    if (!offered) return;
    // The focus does not move below the line.
    const { style } = document.documentElement;
    style.scrollPaddingBlockEnd = '4rem';
    return () => void style.removeProperty('scroll-padding-block-end');
  }, [offered]);
  useEffect(() => {
    document.addEventListener('click', followPage);
    return () => document.removeEventListener('click', followPage);
  }, []);
  if (!offered) return null;
  const { tag, prefix, offer, close } = offered;
  return (
    <aside className={styles.offer} lang={tag} aria-label={offer} data-print="no">
      <a
        className={styles.link}
        href={inLanguage('/', offered)}
        hrefLang={tag}
        data-language={prefix}
      >
        {offer}
      </a>
      <button type="button" onClick={() => setOffered(undefined)}>
        <Icon name="close" />
        <VisuallyHidden>{close}</VisuallyHidden>
      </button>
    </aside>
  );
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

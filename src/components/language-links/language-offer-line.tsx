import { useEffect, useState } from 'react';
import { inLanguage } from '#src/addresses.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './language-links.module.css';

/** The texts are in the offered language: 'Ce site existe aussi en français.' and 'Fermer'. */
export function LanguageOfferLine({
  prefix,
  texts: { tag, offer, close },
}: {
  prefix: string;
  texts: Texts['language'];
}) {
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    if (isClosed) return;
    // The focus does not move below the line.
    const { style } = document.documentElement;
    style.scrollPaddingBlockEnd = '4rem';
    return () => void style.removeProperty('scroll-padding-block-end');
  }, [isClosed]);
  if (isClosed) return null;
  return (
    <aside className={styles.offer} lang={tag} aria-label={offer} data-print="no">
      <a
        className={styles.link}
        href={inLanguage('/', { prefix })}
        hrefLang={tag}
        data-language={prefix}
      >
        {offer}
      </a>
      <button type="button" onClick={() => setClosed(true)}>
        <Icon name="close" />
        <VisuallyHidden>{close}</VisuallyHidden>
      </button>
    </aside>
  );
}

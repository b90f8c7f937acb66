import { type ComponentType, useEffect, useRef, useState } from 'react';
import { language } from '#language';
import { textsHref } from '#src/addresses.ts';
import { offeredLanguage } from '#src/browser/storage.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './language-links.module.css';

/** Returns the line for this page; undefined if the browser prefers no other language, or has shown the line before. */
export async function offeredLine(): Promise<ComponentType | undefined> {
  const link = preferredLink();
  if (!link || offeredLanguage.read() !== undefined) return undefined;
  const { language: prefix = '' } = link.dataset;
  const response = await fetch(textsHref('language', { prefix }));
  const { language: texts }: Pick<Texts, 'language'> = await response.json();
  // Without storage the line would appear on each page.
  if (!offeredLanguage.write(texts.tag)) return undefined;
  return () => <LanguageOfferLine href={link.href} prefix={prefix} texts={texts} />;
}

/** Returns the page's link to the first language of the browser that the site has, unless the page is in it. */
function preferredLink(): HTMLAnchorElement | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-language]')];
  const nameOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();
  for (const name of navigator.languages.map(nameOf)) {
    if (name === nameOf(language().tag)) return undefined;
    const link = links.find(({ hreflang }) => nameOf(hreflang) === name);
    if (link) return link;
  }
  return undefined;
}

/** The texts are in the offered language: 'Ce site existe aussi en français.' and 'Fermer'. */
function LanguageOfferLine({
  href,
  prefix,
  texts: { tag, offer, close },
}: {
  href: string;
  prefix: string;
  texts: Texts['language'];
}) {
  const [isClosed, setClosed] = useState(false);
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!line.current || isClosed) return;
    // The line must not cover the focused element or the bar of an opening.
    const { style } = document.documentElement;
    style.setProperty('--offer-height', `${line.current.offsetHeight}px`);
    return () => void style.removeProperty('--offer-height');
  }, [isClosed]);
  if (isClosed) return null;
  return (
    <aside ref={line} className={styles.offer} lang={tag} aria-label={offer} data-print="no">
      <a className={styles.link} href={href} hrefLang={tag} data-language={prefix}>
        {offer}
      </a>
      <button type="button" onClick={() => setClosed(true)}>
        <Icon name="close" />
        <VisuallyHidden>{close}</VisuallyHidden>
      </button>
    </aside>
  );
}

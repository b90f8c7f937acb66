import type { ReactElement, ReactNode } from 'react';
import { texts } from '#language';
import { staticHtml } from '#src/framework/static-html.tsx';
import { inLanguage } from '#src/language/paths.ts';
import { site } from '#src/language/server.ts';
import { MainNav } from '../main-nav/main-nav.client.tsx';
import { Menu } from '../main-nav/menu.tsx';
import { PictureImage } from '../picture/picture-image.tsx';
import styles from './header.module.css';
import { StickyHeader } from './sticky-header.client.tsx';

/** `tools` are the dropdowns at its end. */
export function Header({ languages, tools }: { languages: ReactElement; tools: ReactNode }) {
  const { brand, menu } = site();
  const name = brand.logo ? (
    <PictureImage
      picture={{ ...brand.logo, alt: brand.name }}
      className={styles.logo}
      sizes="10rem"
    />
  ) : (
    brand.name
  );
  const markClass = brand.logo ? styles.mark : `${styles.mark} ${styles.dotted}`;
  const mark = (
    <span className={markClass} aria-hidden="true">
      {name}
    </span>
  );
  return (
    <>
      <a className={styles.skip} href="#main" data-jump="" data-print="no">
        {texts().layout.skip}
      </a>
      <StickyHeader>
        <div className={`wrap ${styles.row}`}>
          <div className={styles.brand}>
            <a className={markClass} href={inLanguage('/')}>
              {name}
            </a>
          </div>
          <MainNav>{staticHtml(<Menu items={menu} languages={languages} mark={mark} />)}</MainNav>
          <div className={styles.languages}>{staticHtml(languages)}</div>
          <div className={styles.tools}>{tools}</div>
        </div>
      </StickyHeader>
    </>
  );
}

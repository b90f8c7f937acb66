import type { ReactNode } from 'react';
import { texts } from '#language';
import { inLanguage } from '#src/language/paths.ts';
import { MainNav } from '../main-nav/main-nav.client.tsx';
import { Menu, type NavItem } from '../main-nav/menu.tsx';
import styles from './header.module.css';
import { StickyHeader } from './sticky-header.client.tsx';

export const HeaderMenu = ({
  brand,
  items,
  languages,
}: {
  brand: string;
  items: readonly NavItem[];
  languages: ReactNode;
}) => (
  <Menu
    items={items}
    languages={languages}
    mark={
      <span className={styles.mark} aria-hidden="true">
        {brand}
      </span>
    }
  />
);

/** `menu` is a `HeaderMenu`, and `tools` are the dropdowns at the end of the header. */
export function Header({
  brand,
  menu,
  languages,
  tools,
}: {
  brand: string;
  menu: ReactNode;
  languages?: ReactNode;
  tools?: ReactNode;
}) {
  return (
    <>
      <a className={styles.skip} href="#main" data-jump="" data-print="no">
        {texts().layout.skip}
      </a>
      <StickyHeader>
        <div className={`wrap ${styles.row}`}>
          <div className={styles.brand}>
            <a className={styles.mark} href={inLanguage('/')}>
              {brand}
            </a>
          </div>
          <MainNav>{menu}</MainNav>
          {languages ? <div className={styles.languages}>{languages}</div> : null}
          {tools ? <div className={styles.tools}>{tools}</div> : null}
        </div>
      </StickyHeader>
    </>
  );
}

import type { ReactNode } from 'react';
import { MainNav, type NavItem } from '../main-nav/main-nav.client.tsx';
import styles from './header.module.css';
import { StickyHeader } from './sticky-header.client.tsx';

/** `tools` are the dropdowns at the end of the header. */
export function Header({
  brand,
  menu,
  tools,
}: {
  brand: string;
  menu: readonly NavItem[];
  tools?: ReactNode;
}) {
  return (
    <>
      <a className={styles.skip} href="#main" data-jump="" data-print="no">
        Skip to the content
      </a>
      <StickyHeader>
        <div className={`wrap ${styles.row}`}>
          <div className={styles.brand}>
            <a className={styles.mark} href="/">
              {brand}
            </a>
          </div>
          <MainNav
            items={menu}
            mark={
              <span className={styles.mark} aria-hidden="true">
                {brand}
              </span>
            }
          />
          {tools ? <div className={styles.tools}>{tools}</div> : null}
        </div>
      </StickyHeader>
    </>
  );
}

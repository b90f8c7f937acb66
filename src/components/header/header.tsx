import type { ReactNode } from 'react';
import { BrandMark } from '../brand/brand-mark.tsx';
import { MainNav } from '../main-nav/main-nav.client.tsx';
import type { NavItem } from '../main-nav/nav-item.ts';
import styles from './header.module.css';
import { StickyHeader } from './sticky-header.client.tsx';

/** The site's header; `tools` are the dropdowns at its end. */
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
    <StickyHeader>
      <div className={`wrap ${styles.row}`}>
        <div className={styles.brand}>
          <BrandMark name={brand} href="/" />
        </div>
        <MainNav items={menu} mark={<BrandMark name={brand} />} />
        {tools ? <div className={styles.tools}>{tools}</div> : null}
      </div>
    </StickyHeader>
  );
}

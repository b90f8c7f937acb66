'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { stickyHeaderQuery } from '#src/browser/media-queries.ts';
import { isFixed } from '../page-scroll/scroll-rules.ts';
import styles from './header.module.css';

/** `isFixed` decides when the header is fixed. The element around it keeps its height, so nothing moves. */
export function StickyHeader({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);

  useEffect(() => {
    const header = ref.current;
    if (!header) return;
    let navOffset = 0;
    const measure = () => {
      const nav = header.querySelector('nav');
      if (header.dataset.fixed === undefined && nav)
        navOffset = nav.getBoundingClientRect().top + window.scrollY;
    };
    const update = () => {
      const wide = matchMedia(stickyHeaderQuery).matches;
      header.toggleAttribute('data-fixed', isFixed(wide, window.scrollY, navOffset));
    };
    const onResize = () => {
      header.removeAttribute('data-fixed');
      measure();
      update();
    };
    onResize();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', onResize);
    };
  }, []);

  return (
    <div className={styles.placeholder} data-print="no">
      <header className={styles.header} ref={ref} data-site-header="">
        {children}
      </header>
    </div>
  );
}

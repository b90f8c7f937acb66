'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { stickyHeaderQuery } from '#src/browser/media-queries.ts';
import { isFixed } from '../page-scroll/scroll-rules.ts';
import styles from './header.module.css';

/**
 * The element around a fixed header keeps the header's height, so that nothing moves. A custom property has this
 * height, so that anchors and focused elements stay below a header of any height: with large text it has several lines.
 */
function setFixed(header: HTMLElement, fixed: boolean): void {
  const [placeholder, row] = [header.parentElement, header.firstElementChild];
  const { style } = document.documentElement;
  if (!placeholder || !row) return;
  placeholder.style.minBlockSize = fixed ? `${header.offsetHeight}px` : '';
  header.toggleAttribute('data-fixed', fixed);
  style.removeProperty('--header-height');
  const height = row.getBoundingClientRect().height;
  if (fixed && height > Number.parseFloat(getComputedStyle(row).minBlockSize))
    style.setProperty('--header-height', `${height}px`);
}

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
      const fixed = isFixed(wide, window.scrollY, navOffset);
      if (fixed !== header.hasAttribute('data-fixed')) setFixed(header, fixed);
    };
    const onResize = () => {
      setFixed(header, false);
      measure();
      update();
    };
    onResize();
    const stop = new AbortController();
    window.addEventListener('scroll', update, { passive: true, signal: stop.signal });
    window.addEventListener('resize', onResize, stop);
    return () => stop.abort();
  }, []);

  return (
    <div className={styles.placeholder} data-print="no">
      <header className={styles.header} ref={ref} data-site-header="">
        {children}
      </header>
    </div>
  );
}

'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import styles from './header.module.css';
import { isFixed } from './sticky.ts';

/** The header's frame: fixes it as `isFixed` says, and keeps its room so that the page does not jump. */
export function StickyHeader({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);

  useEffect(() => {
    const header = frame.current;
    if (!header) return;
    let navOffset = 0;
    const measure = () => {
      const nav = header.querySelector('nav');
      // Only where the header stands in the page does its place say anything.
      if (header.dataset.fixed === undefined && nav)
        navOffset = nav.getBoundingClientRect().top + window.scrollY;
    };
    const update = () => {
      const fixed = isFixed({
        scrollY: window.scrollY,
        navOffset,
        viewportWidth: window.innerWidth,
      });
      header.toggleAttribute('data-fixed', fixed);
    };
    const resized = () => {
      header.removeAttribute('data-fixed');
      measure();
      update();
    };
    resized();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', resized);
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', resized);
    };
  }, []);

  return (
    <div className={styles.room} data-print="no">
      <header className={styles.header} ref={frame} data-site-header="">
        {children}
      </header>
    </div>
  );
}

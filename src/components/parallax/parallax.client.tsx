'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useReducedMotion } from '#src/browser/media-queries.ts';
import { parallaxOffset } from '../motion/motion-rules.ts';

/** Only the transform changes, so scrolling causes no layout. */
export function Parallax({
  className,
  children,
}: {
  /** The class that positions the layer in its parent. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const layer = useRef<HTMLDivElement>(null);
  const reduced = useReducedMotion();

  useEffect(() => {
    const element = layer.current;
    const section = element?.parentElement;
    if (reduced || !element || !section) return;
    let frame = 0;
    const move = () => {
      frame = 0;
      // The section is measured because the layer's box includes its transform.
      const offset = parallaxOffset(section.getBoundingClientRect(), window.innerHeight);
      element.style.transform = `translate3d(0, ${offset.toFixed(1)}px, 0)`;
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(move);
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) {
        move();
        addEventListener('scroll', onScroll, { passive: true });
      } else removeEventListener('scroll', onScroll);
    });
    observer.observe(section);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
      element.style.transform = '';
    };
  }, [reduced]);

  return (
    <div ref={layer} className={className} aria-hidden="true" data-parallax="">
      {children}
    </div>
  );
}

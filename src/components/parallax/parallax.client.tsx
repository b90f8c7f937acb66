'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { useReducedMotion } from '../motion/use-reduced-motion.ts';
import { parallaxShift } from './parallax-rules.ts';

export interface ParallaxProps {
  /** Places the layer in its section; the layer itself only ever gets a transform. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Decoration that lags behind its section, its parent, while the page is scrolled. Only a transform
 * changes, so nothing is laid out anew; out of sight and under reduced motion it stands still.
 */
export function Parallax({ className, children }: ParallaxProps) {
  const layer = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();

  useEffect(() => {
    const element = layer.current;
    const section = element?.parentElement;
    if (still || !element || !section) return;
    let frame = 0;
    const move = () => {
      frame = 0;
      // The section is measured, not the layer: the layer's own shift would be part of the answer.
      const shift = parallaxShift(section.getBoundingClientRect(), window.innerHeight);
      element.style.transform = `translate3d(0, ${shift.toFixed(1)}px, 0)`;
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
  }, [still]);

  return (
    <div ref={layer} className={className} aria-hidden="true" data-parallax="">
      {children}
    </div>
  );
}

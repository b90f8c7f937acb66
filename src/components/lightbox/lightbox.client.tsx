'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { isPlainClick } from '#src/browser/plain-click.ts';
import { loadOnce, observeInteraction, observeVisibility } from '../lazy/load-when-visible.ts';
import { loadWithTexts } from '../lazy/load-with-texts.ts';
import type { LightboxItem } from './lightbox-rules.ts';
import type { LightboxView } from './lightbox-view.ts';

const loadView = loadOnce(() => loadWithTexts('lightbox', () => import('./lightbox-view.ts')));
const selector = 'a[data-lightbox]';

interface LightboxProps {
  readonly label: string;
  /** When the library is loaded: once the links are near the viewport, or a link is focused, hovered or touched. */
  readonly load?: 'visible' | 'interaction';
  readonly children: ReactNode;
}

/**
 * The links are one gallery in document order. A link has its caption in `data-caption`, or in the alternative text of
 * its picture, and the number of its background in `data-background`. Without the library the links work as links.
 */
export function Lightbox({ label, load = 'interaction', children }: LightboxProps) {
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let view: LightboxView | undefined;
    let opening = false;
    const open = async (link: HTMLAnchorElement) => {
      if (view || opening) return;
      opening = true;
      try {
        const { LightboxView } = await loadView();
        const links = [...element.querySelectorAll<HTMLAnchorElement>(selector)].filter(
          (each) => each === link || each.offsetParent !== null,
        );
        view = new LightboxView(links.map(itemOf), label, () => {
          view = undefined;
        });
        view.openAt(links.indexOf(link));
      } catch {
        location.assign(link.href);
      } finally {
        opening = false;
      }
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest(selector);
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
      if (!isPlainClick(event)) return;
      // While the library is loading, another click follows the link, except the second click of a double click.
      if (opening && event.detail < 2) return;
      event.preventDefault();
      void open(link);
    };
    element.addEventListener('click', onClick);
    const preload = () => void loadView().catch(() => undefined);
    const observe = load === 'visible' ? observeVisibility : observeInteraction;
    const stop = observe(element, preload);
    return () => {
      element.removeEventListener('click', onClick);
      stop();
      view?.close();
    };
  }, [label, load]);

  return <div ref={root}>{children}</div>;
}

function itemOf(link: HTMLAnchorElement): LightboxItem {
  return {
    kind: link.dataset.lightbox === 'content' ? 'content' : 'image',
    address: link.getAttribute('href') ?? '',
    caption: link.dataset.caption ?? link.querySelector('img')?.alt ?? '',
    background: link.dataset.background,
  };
}
